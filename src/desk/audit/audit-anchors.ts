import { open } from 'node:fs/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { StartError } from '../../platform/config/start-error.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { ANCHOR_EVENT, type ChainHead } from './audit-chain.js';
import { SEAL_BATCH } from './audit-sealer.js';

// Limits how much of the chain's end can be cut off unnoticed, which is everything since the last anchor.
const ANCHOR_EVERY_MS = 60_000;
const ANCHOR_EVERY_ENTRIES = 1_000;

const LEVELS_WITHOUT_ANCHORS: ReadonlySet<string> = new Set(['warn', 'error', 'silent']);

/**
 * Records the head of the chain in places that the database administrator does not control: the log stream and a file.
 * Someone who shortens or recomputes the chain cannot change those copies.
 */
@Injectable()
export class AuditAnchors implements OnModuleInit {
  readonly #logger = new Logger(AuditAnchors.name);
  #seq = 0;
  /** A `performance.now()` value. */
  #dueAt = 0;
  /** Whether the last anchor could not be written to the file. */
  #isFileBehind = false;

  constructor(
    private readonly config: Config,
    private readonly alarms: Alarms,
  ) {}

  async onModuleInit(): Promise<void> {
    if (!this.config.roles.worker) return;
    // Logged as an error, because log levels that suppress anchors would suppress a warning as well.
    if (!this.isAnywhere()) this.#logger.error({ event: 'audit_not_anchored' });
    await this.append('').catch(() => {
      throw new StartError('AUDIT_ANCHOR_FILE', 'AUDIT_ANCHOR_FILE names a file that cannot be written');
    });
  }

  /**
   * Records the head if it has moved, and either a minute has passed or another batch would exceed the limit of
   * entries.
   */
  async consider({ seq, hash }: ChainHead): Promise<void> {
    if (seq === this.#seq && !this.#isFileBehind) return;
    const isShorter = seq < this.#seq;
    const isFar = seq - this.#seq + SEAL_BATCH > ANCHOR_EVERY_ENTRIES;
    if (!isShorter && !isFar && performance.now() < this.#dueAt) return;
    if (isShorter) this.alarms.raise('audit_chain_shortened', { seq, anchored: this.#seq });
    this.#seq = seq;
    this.#dueAt = performance.now() + ANCHOR_EVERY_MS;
    const anchor = { event: ANCHOR_EVENT, seq, hash: hash.toString('hex') };
    this.#logger.log(anchor);
    try {
      await this.append(`${JSON.stringify({ time: new Date().toISOString(), ...anchor })}\n`);
      this.#isFileBehind = false;
    } catch (error) {
      this.#isFileBehind = true;
      this.#logger.error({ event: 'audit_anchor_not_written', err: error });
    }
  }

  /** Whether anchors are stored anywhere. In the log they have the level `info`. */
  private isAnywhere(): boolean {
    const { audit, observability } = this.config;
    return audit.anchorFile !== null || !LEVELS_WITHOUT_ANCHORS.has(observability.logLevel);
  }

  private async append(text: string): Promise<void> {
    const { anchorFile } = this.config.audit;
    if (anchorFile === null) return;
    const file = await open(anchorFile, 'a', 0o644);
    try {
      await file.appendFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
