import { randomBytes } from 'node:crypto';

const NAMES = [
  'POSTGRES_PASSWORD',
  'REPLICATION_PASSWORD',
  'PATRONI_PASSWORD',
  'DATABASE_PASSWORD',
  'DATABASE_OWNER_PASSWORD',
  'NATS_PASSWORD',
] as const;

/** A cluster's passwords, by the names of the variables in `compose.ha.yaml`. */
export type ClusterPasswords = Readonly<Record<(typeof NAMES)[number], string>>;

export function makePasswords(): ClusterPasswords {
  return Object.fromEntries(NAMES.map((name) => [name, randomBytes(24).toString('hex')])) as ClusterPasswords;
}
