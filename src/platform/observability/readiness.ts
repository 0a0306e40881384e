import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { readsTimes } from '../database/connection/probes.js';
import { CommitProbe } from './commit-probe.js';
import { MetricsRegistry } from './metrics-registry.js';

/** Why this process cannot serve; null if it can. */
export type Obstacle = 'database unavailable' | 'database settings' | 'commits hang';

// How long an answer is reused, because anyone may ask. Probes are seconds apart, so they never get a reused answer.
const REMEMBERED_MS = 1_000;

// Five probes. A failover takes longer than that, a busy disk does not.
const COMMITTED_WITHIN_MS = 10_000;

/** Decides whether this process can serve. Asks the database at most once a second, however many callers ask. */
@Injectable()
export class Readiness {
  #asked: { readonly at: number; readonly answer: Promise<Obstacle | null> } | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly commits: CommitProbe,
    registry: MetricsRegistry,
  ) {
    const gauge: Gauge = new Gauge({
      name: 'purser_ready',
      help: 'Whether this process can serve, as /readyz answers: 1, or 0 while the database does not answer or commit.',
      registers: [registry],
      collect: async () => {
        gauge.set(Number((await this.findObstacle()) === null));
      },
    });
  }

  findObstacle(): Promise<Obstacle | null> {
    const at = performance.now();
    if (this.#asked === null || at - this.#asked.at > REMEMBERED_MS) this.#asked = { at, answer: this.ask() };
    return this.#asked.answer;
  }

  private async ask(): Promise<Obstacle | null> {
    try {
      if (!(await readsTimes(this.dataSource))) return 'database settings';
    } catch {
      return 'database unavailable';
    }
    return this.commits.millisecondsSinceCommit() > COMMITTED_WITHIN_MS ? 'commits hang' : null;
  }
}
