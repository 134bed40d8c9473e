import type { ApiName, Service } from '../protocol/service.js';
import { publicApi } from './public-api/index.js';
import { userData } from './user-data/index.js';
import { userPreference } from './user-preference/index.js';

export const services = [publicApi, userData, userPreference] as readonly (Service & { readonly name: ApiName })[];
