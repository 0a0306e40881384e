import { open } from 'node:fs/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { StartError } from '../../platform/config/start-error.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { ANCHOR_EVENT, type ChainHead } from './audit-chain.js';
import { SEAL_BATCH } from './audit-sealer.js';

// Limits how much of the end of the chain could be cut off unnoticed: what was sealed since the last anchor.
const ANCHOR_EVERY_MS = 60_000;
const ANCHOR_EVERY_ENTRIES = 1_000;

const LEVELS_WITHOUT_ANCHORS: ReadonlySet<string> = new Set(['warn', 'error', 'silent']);

/**
 * Writes the head of the chain to places outside the database administrator's control: the log stream and a file.
 * Someone who shortens or recomputes the chain cannot change those copies.
 */
@Injectable()
export class AuditAnchors implements OnModuleInit {
  readonly #logger = new Logger(AuditAnchors.name);
  #seq = 0;
  /** By `performance.now()`. */
  #dueAt = 0;
  /** The file lacks the last anchor. */
  #isFileBehind = false;

  constructor(
    private readonly config: Config,
    private readonly alarms: Alarms,
  ) {}

  async onModuleInit(): Promise<void> {
    if (!this.config.roles.worker) return;
    // An error, because the log levels that suppress anchors would suppress a warning, too.
    if (!this.isAnywhere()) this.#logger.error({ event: 'audit_not_anchored' });
    await this.append('').catch(() => {
      throw new StartError('AUDIT_ANCHOR_FILE', 'AUDIT_ANCHOR_FILE names a file that cannot be written');
    });
  }

  /** Anchors the head if it has moved, and a minute has passed or another batch would be too many entries. */
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

  /** Whether anchors are stored anywhere. In the log they have the level info. */
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
