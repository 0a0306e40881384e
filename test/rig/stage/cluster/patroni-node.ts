import { join } from 'node:path';
import { findPostmaster } from '../../../../dev/embedded-postgres/postmaster-process.js';
import { pollUntil } from '../../../../dev/processes/bounded-poll.js';
import { isProcessAlive } from '../../../../dev/processes/process-liveness.js';
import { superviseProgram, type SupervisedProcess } from '../../../../dev/processes/supervised-process.js';
import { killWithChildren } from '../postgres/kill-with-children.js';
import { type ClusterPlace, LOOPBACK } from './cluster-place.js';
import type { ClusterPasswords } from './cluster-passwords.js';
import { writeShippedFile } from './shipped-file.js';

export interface NodeAddress {
  readonly name: string;
  readonly port: number;
  readonly apiPort: number;
}

// The kernel ends a process within milliseconds, but a swapping machine takes longer.
const GONE_WITHIN_MS = 10_000;

/** One node: a PostgreSQL, and the Patroni that decides whether it is primary. */
export class PatroniNode {
  /** How Patroni exited, if the test did not stop it. */
  unplannedEnd: string | null = null;
  #patroni: SupervisedProcess | undefined;
  #isEndWanted = false;

  constructor(
    private readonly place: ClusterPlace,
    readonly address: NodeAddress,
    private readonly parts: { readonly etcdHosts: string; readonly passwords: ClusterPasswords },
  ) {}

  /** Starts Patroni, which creates, copies or repairs the data and starts PostgreSQL at its own pace. */
  async start(): Promise<void> {
    const { name, port, apiPort } = this.address;
    const { directory, haDirectory, programs, user, onLine } = this.place;
    const { etcdHosts, passwords } = this.parts;
    const file = await writeShippedFile(this.place, {
      file: 'patroni.yml',
      as: `${name}.yml`,
      values: {
        NODE_NAME: name,
        NODE_LISTEN: LOOPBACK,
        NODE_HOST: LOOPBACK,
        NODE_PORT: port,
        NODE_API_PORT: apiPort,
        NODE_DATA: this.dataDirectory,
        NODE_PGPASS: join(directory, `${name}.pgpass`),
        POSTGRES_BIN: programs.postgresBin,
        HA_DIRECTORY: haDirectory,
        ETCD_HOSTS: etcdHosts,
        ...passwords,
      },
    });
    this.#isEndWanted = false;
    this.#patroni = superviseProgram({
      name,
      program: programs.patroni,
      arguments: [file],
      user,
      workingDirectory: directory,
      environment: {
        PATH: process.env['PATH'],
        LC_ALL: 'C.UTF-8',
        HOME: directory,
        DATABASE_PASSWORD: passwords.DATABASE_PASSWORD,
        DATABASE_OWNER_PASSWORD: passwords.DATABASE_OWNER_PASSWORD,
      },
      onLine,
    });
    void this.#patroni.exited.then(({ how, lastWords }) => {
      if (!this.#isEndWanted)
        this.unplannedEnd = `Patroni of ${name} ended by itself (${how}): ${lastWords.slice(-500)}`;
    });
  }

  /** Kills Patroni and PostgreSQL with `kill -9`, as if the machine had lost power. */
  async die(): Promise<void> {
    this.#isEndWanted = true;
    // Patroni is killed first, because it would restart PostgreSQL or tell the others that it has ended.
    this.#patroni?.kill('SIGKILL');
    const postmaster = await findPostmaster(this.dataDirectory);
    if (postmaster) await killWithChildren(postmaster.pid);
    await this.#patroni?.exited;
    if (postmaster && !(await pollUntil(() => !isProcessAlive(postmaster.pid), { withinMs: GONE_WITHIN_MS })))
      throw new Error(`PostgreSQL of ${this.address.name} did not end.`);
  }

  /** Stops the node gracefully. PostgreSQL stops with its Patroni. */
  async stop(): Promise<void> {
    this.#isEndWanted = true;
    await this.#patroni?.stop();
    // Patroni may have left a postmaster running.
    const postmaster = await findPostmaster(this.dataDirectory);
    if (postmaster) await killWithChildren(postmaster.pid);
  }

  private get dataDirectory(): string {
    return join(this.place.directory, `${this.address.name}-data`);
  }
}
