import { services } from '../../../src/services/index.js';

/** The names of the three APIs, with which their paths begin. */
export const serviceNames = services.map(({ name }) => name);
