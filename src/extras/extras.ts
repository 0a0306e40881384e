import type { Extra } from '../platform/config/extra.js';
import { NATS } from './nats/nats.module.js';
import { PARTITIONS } from './partitions/partitions.module.js';
import { STANDBY } from './standby/standby.module.js';

/** All extras of this build. */
export const EXTRAS: readonly Extra[] = [NATS, PARTITIONS, STANDBY];
