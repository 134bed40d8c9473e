import type { BehaviorOptions } from '../index.js';
import { optionsFor, type Settings } from './settings.js';

/** The switches, including those that have a flag or setting of their own. */
export function switchesOf(settings: Settings): BehaviorOptions {
  return { ...settings.behavior, ...optionsFor('behavior', settings) };
}
