import { Injectable } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { sqlStateOf } from '../../platform/database/connection/sql-state.js';
import { type Delivery, WebhookEventsRepository } from '../persistence/webhook-events.repository.js';
import { DeliveryLimits } from './delivery-limits.js';

// With bodies of the maximum size, 16 deliveries make a statement of 1 MiB.
const MAX_BATCH = 16;

// SQLSTATE classes: data exception, integrity violation, and rollback, for example by a deadlock. In each case one row
// made the whole statement fail.
const FAULTS_OF_A_ROW = new Set(['22', '23', '40']);

/** Deliveries that wait for a database slot, and the promise of the statement that will store them all. */
interface Batch {
  readonly deliveries: Delivery[];
  readonly stored: Promise<void>;
}

/**
 * Stores deliveries that something vouches for. While a network's earlier statements are running, its further
 * deliveries collect in a batch and are stored by one statement.
 */
@Injectable()
export class DeliveryBatches {
  /** Per network, the batch that further deliveries may join. */
  readonly #open = new Map<string, Batch>();

  constructor(
    private readonly limits: DeliveryLimits,
    private readonly events: WebhookEventsRepository,
  ) {}

  /** Stores a delivery. It is committed when the promise resolves. */
  async store(network: string, delivery: Delivery): Promise<void> {
    const batch = this.#open.get(network) ?? this.begin(network);
    batch.deliveries.push(delivery);
    if (batch.deliveries.length === MAX_BATCH) this.#open.delete(network);
    try {
      await batch.stored;
    } catch (error) {
      if (batch.deliveries.length === 1 || !isFaultOfARow(error)) throw error;
      // One row made the statement fail, so each delivery is stored separately.
      await this.limits.atDatabase(network, () => this.events.store([delivery]));
    }
  }

  private begin(network: string): Batch {
    const deliveries: Delivery[] = [];
    const stored = this.limits.atDatabase(network, () => {
      if (this.#open.get(network)?.deliveries === deliveries) this.#open.delete(network);
      return this.events.store(deliveries);
    });
    const batch = { deliveries, stored };
    this.#open.set(network, batch);
    return batch;
  }
}

function isFaultOfARow(error: unknown): boolean {
  const state = error instanceof QueryFailedError ? sqlStateOf(error as QueryFailedError) : null;
  return state !== null && FAULTS_OF_A_ROW.has(state.slice(0, 2));
}
