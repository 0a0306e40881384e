import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { pollUntil } from '../../../../dev/processes/bounded-poll.js';
import type { SupervisedProcess } from '../../../../dev/processes/supervised-process.js';
import { findFreePorts } from '../../../../dev/processes/local.port.js';
import { LOOPBACK, openClusterPlace } from './cluster-place.js';
import { type ClusterPasswords, makePasswords } from './cluster-passwords.js';
import { startEtcd } from './etcd-members.js';
import { type FrontPorts, startHaproxy, startNats, startPgbouncer } from './front.js';
import { findFault, readMembers, switchOver } from './patroni-api.js';
import type { MachinePrograms } from './machine-programs.js';
import { PatroniNode } from './patroni-node.js';
import type { DatabaseParts } from '../stage.js';

// With fewer than three nodes, losing one stops all commits.
const NODES = 3;

// Covers initdb and two copies. A dead node is rewound or copied again.
const WHOLE_WITHIN_MS = 90_000;

// Patroni's ttl of 20 s plus a promotion, several times over for busy machines.
const PROMOTED_WITHIN_MS = 90_000;

// A failover takes seconds. If one interrupts the test's own query, the query is retried.
const QUERY_TRIES = 20;
const QUERY_PAUSE_MS = 500;

/** Three nodes under Patroni, with etcd, and with HAProxy, PgBouncer and NATS in front. */
export class DatabaseCluster {
  readonly #pool: pg.Pool;

  private constructor(
    readonly ports: FrontPorts,
    private readonly passwords: ClusterPasswords,
    private readonly nodes: readonly PatroniNode[],
  ) {
    this.#pool = new pg.Pool({ connectionString: this.directUrl, max: 4, application_name: 'scale-test' });
    // Connections are cut with the primary; the next query opens another one.
    this.#pool.on('error', () => undefined);
  }

  /** Starts everything and resolves when the cluster is complete. */
  static async start(
    programs: MachinePrograms,
    { directory, replicaPorts, onLine, closings }: DatabaseParts,
  ): Promise<DatabaseCluster> {
    const place = await openClusterPlace(directory, { programs, onLine });
    const passwords = makePasswords();
    const etcd = await startEtcd(place);
    closings.add(() => etcd.stop());
    const [database = 0, purser = 0, pooler = 0, nats = 0, ...nodePorts] = await findFreePorts(4 + 2 * NODES);
    const ports = { database, purser, pooler, nats };
    const nodes = Array.from({ length: NODES }, (_, index) => {
      const address = {
        name: `node-${index + 1}`,
        port: nodePorts[2 * index] ?? 0,
        apiPort: nodePorts[2 * index + 1] ?? 0,
      };
      return new PatroniNode(place, address, { etcdHosts: etcd.hosts, passwords });
    });
    const cluster = new DatabaseCluster(ports, passwords, nodes);
    closings.add(() => cluster.stop());
    for (const node of nodes) await node.start();
    const keep = (started: SupervisedProcess): void => {
      closings.add(() => started.stop());
    };
    keep(await startHaproxy(place, { ports, nodes: nodes.map(({ address }) => address), replicaPorts }));
    keep(await startPgbouncer(place, { ports, passwords }));
    keep(await startNats(place, { ports, passwords }));
    await cluster.isWhole();
    return cluster;
  }

  /** URL through the pooler, as the application's role. */
  get url(): string {
    return this.urlOf('purser', this.passwords.DATABASE_PASSWORD, this.ports.pooler);
  }

  /** URL that bypasses the pooler, as the application's role. */
  get applicationUrl(): string {
    return this.urlOf('purser', this.passwords.DATABASE_PASSWORD, this.ports.database);
  }

  /** URL that bypasses the pooler, as the owner's role. */
  get ownerUrl(): string {
    return this.urlOf('purser_owner', this.passwords.DATABASE_OWNER_PASSWORD, this.ports.database);
  }

  get natsUrl(): string {
    return `nats://purser:${this.passwords.NATS_PASSWORD}@${LOOPBACK}:${this.ports.nats}`;
  }

  /** URL that bypasses the pooler, as the superuser, for the test's own queries. */
  get directUrl(): string {
    return this.urlOf('postgres', this.passwords.POSTGRES_PASSWORD, this.ports.database);
  }

  /** Runs a query on the current primary. */
  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return (await this.#pool.query(sql, [...parameters])).rows as Row[];
      } catch (error) {
        if (tries === QUERY_TRIES) throw error;
        await delay(QUERY_PAUSE_MS);
      }
    }
  }

  /** Resolves when there is a primary and every standby follows it. */
  async isWhole(): Promise<void> {
    let fault = '';
    const isWhole = await pollUntil(
      async () => {
        const ended = this.nodes.find(({ unplannedEnd }) => unplannedEnd !== null);
        if (ended) throw new Error(ended.unplannedEnd ?? '');
        fault = findFault(await readMembers(this.addresses), NODES) ?? '';
        return fault === '';
      },
      { withinMs: WHOLE_WITHIN_MS, everyMs: 500 },
    );
    if (!isWhole) throw new Error(`The cluster is not whole: ${fault}`);
  }

  async findPrimary(): Promise<PatroniNode> {
    const members = await readMembers(this.addresses);
    const name = members.find(({ role }) => role === 'leader')?.name;
    const primary = this.nodes.find(({ address }) => address.name === name);
    if (primary === undefined) throw new Error('No node is primary.');
    return primary;
  }

  /** Makes another node primary by a planned switchover. */
  async switchOver(): Promise<void> {
    const primary = await this.findPrimary();
    await switchOver(primary.address, this.passwords.PATRONI_PASSWORD);
  }

  /** Resolves when another node than this one is primary. */
  async hasAnotherPrimary({ address }: PatroniNode): Promise<void> {
    const has = await pollUntil(
      async () => {
        const members = await readMembers(this.addresses);
        return members.some(
          ({ name, role, state }) => role === 'leader' && state === 'running' && name !== address.name,
        );
      },
      { withinMs: PROMOTED_WITHIN_MS, everyMs: 200 },
    );
    if (!has) throw new Error(`No node took over from ${address.name}.`);
  }

  private get addresses(): PatroniNode['address'][] {
    return this.nodes.map(({ address }) => address);
  }

  private urlOf(role: string, password: string, port: number): string {
    return `postgres://${role}:${password}@${LOOPBACK}:${port}/purser`;
  }

  private async stop(): Promise<void> {
    await this.#pool.end().catch(() => undefined);
    await Promise.all(this.nodes.map((node) => node.stop()));
  }
}
