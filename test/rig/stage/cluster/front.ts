import { startListening } from '../../../../dev/processes/listening-program.js';
import type { SupervisedProcess } from '../../../../dev/processes/supervised-process.js';
import { type ClusterPlace, LOOPBACK } from './cluster-place.js';
import type { ClusterPasswords } from './cluster-passwords.js';
import type { NodeAddress } from './patroni-node.js';
import { writeShippedFile } from './shipped-file.js';

export interface FrontPorts {
  /** HAProxy's port that leads to the primary. */
  readonly database: number;
  /** HAProxy's port that leads to the replicas of Purser. */
  readonly purser: number;
  /** PgBouncer's port, which leads to HAProxy's database port. */
  readonly pooler: number;
  readonly nats: number;
}

/**
 * Starts HAProxy, which forwards database connections to the current primary and requests to the ready replicas of
 * Purser.
 */
export async function startHaproxy(
  place: ClusterPlace,
  {
    ports,
    nodes,
    replicaPorts,
  }: {
    readonly ports: FrontPorts;
    readonly nodes: readonly NodeAddress[];
    readonly replicaPorts: readonly number[];
  },
): Promise<SupervisedProcess> {
  const nodeValues = nodes.flatMap(({ port, apiPort }, index) => [
    [`NODE_${index + 1}`, LOOPBACK],
    [`NODE_${index + 1}_PORT`, port],
    [`NODE_${index + 1}_API_PORT`, apiPort],
  ]);
  const replicaValues = replicaPorts.flatMap((port, index) => [
    [`PURSER_${index + 1}`, LOOPBACK],
    [`PURSER_${index + 1}_PORT`, port],
  ]);
  const file = await writeShippedFile(place, {
    file: 'haproxy.cfg',
    as: 'haproxy.cfg',
    values: {
      HAPROXY_LISTEN: LOOPBACK,
      DATABASE_PORT: ports.database,
      PURSER_PORT: ports.purser,
      ...(Object.fromEntries([...nodeValues, ...replicaValues]) as Record<string, string | number>),
    },
  });
  return startFront(place, {
    name: 'haproxy',
    program: place.programs.haproxy,
    arguments: ['-db', '-f', file],
    port: ports.database,
  });
}

/** Starts PgBouncer in transaction mode in front of HAProxy. */
export async function startPgbouncer(
  place: ClusterPlace,
  { ports, passwords }: { readonly ports: FrontPorts; readonly passwords: ClusterPasswords },
): Promise<SupervisedProcess> {
  const users = await writeShippedFile(place, {
    file: 'pgbouncer-users.txt',
    as: 'pgbouncer-users.txt',
    values: passwords,
  });
  const file = await writeShippedFile(place, {
    file: 'pgbouncer.ini',
    as: 'pgbouncer.ini',
    values: {
      DATABASE_HOST: LOOPBACK,
      DATABASE_PORT: ports.database,
      PGBOUNCER_LISTEN: LOOPBACK,
      PGBOUNCER_PORT: ports.pooler,
      PGBOUNCER_USERS: users,
    },
  });
  return startFront(place, {
    name: 'pgbouncer',
    program: place.programs.pgbouncer,
    arguments: ['--quiet', file],
    port: ports.pooler,
  });
}

/** Starts NATS, which carries hints about new entries between replicas. */
export async function startNats(
  place: ClusterPlace,
  { ports, passwords }: { readonly ports: FrontPorts; readonly passwords: ClusterPasswords },
): Promise<SupervisedProcess> {
  const file = await writeShippedFile(place, {
    file: 'nats.conf',
    as: 'nats.conf',
    values: { ...passwords, NATS_LISTEN: LOOPBACK, NATS_PORT: ports.nats },
  });
  return startFront(place, {
    name: 'nats',
    program: place.programs['nats-server'],
    arguments: ['--config', file],
    port: ports.nats,
  });
}

function startFront(
  { user, directory, onLine }: ClusterPlace,
  program: {
    readonly name: string;
    readonly program: string;
    readonly arguments: readonly string[];
    readonly port: number;
  },
): Promise<SupervisedProcess> {
  const environment = { PATH: process.env['PATH'] };
  return startListening({ ...program, user, workingDirectory: directory, environment, onLine });
}
