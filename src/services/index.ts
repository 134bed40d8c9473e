import type { Service } from '../protocol/service.js';
import { publicApi } from './public-api/index.js';

/** The mocked APIs. */
export const services: readonly Service[] = [publicApi];
