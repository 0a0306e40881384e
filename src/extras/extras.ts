import type { Extra } from '../platform/config/extra.js';
import { NATS } from './nats/nats.module.js';
import { PARTITIONS } from './partitions/partitions.module.js';
import { STANDBY } from './standby/standby.module.js';

/** Everything that this build has beside the desk. */
export const EXTRAS: readonly Extra[] = [NATS, PARTITIONS, STANDBY];
