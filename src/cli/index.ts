#!/usr/bin/env node
import module from 'node:module';
import { surviveFailedOutput } from './failure.js';

surviveFailedOutput();
// Since 22.8, Node can keep compiled code between runs, which makes the commands start faster: that of all modules loaded later.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

const { runProgram } = await import('./program.js');
await runProgram(process.argv.slice(2));
