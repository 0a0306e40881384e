import type { DataSource } from 'typeorm';
import { AuditLog } from '../../src/desk/audit/audit-log.js';
import { AuditSealer, type SealedBatch } from '../../src/desk/audit/audit-sealer.js';
import { AuditEntryEntity } from '../../src/desk/audit/persistence/audit-entry.entity.js';
import { Transaction } from '../../src/platform/database/transaction.js';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { connectAsApplication } from './application-database.js';

/** An entry in a transaction that is still open. */
export interface HeldEntry {
  commit(): Promise<void>;
}

/** Writes and seals the audit log like a replica, without the rest of Purser. */
export class AuditReplica {
  static async start(databaseUrl: string): Promise<AuditReplica> {
    return new AuditReplica(await connectAsApplication(databaseUrl));
  }

  readonly #audit = new AuditLog();
  readonly #unitOfWork: UnitOfWork;
  readonly #sealer: AuditSealer;

  private constructor(private readonly dataSource: DataSource) {
    this.#unitOfWork = new UnitOfWork(dataSource);
    this.#sealer = new AuditSealer(dataSource.getRepository(AuditEntryEntity), this.#unitOfWork, this.#audit);
  }

  /** Records an entry in a separate transaction, which can be rolled back. */
  async record(action: string, { isRolledBack = false } = {}): Promise<void> {
    const undo = new Error('rolled back');
    const recorded = this.#unitOfWork.run(async (tx) => {
      await this.recordIn(tx, action);
      if (isRolledBack) throw undo;
    });
    await recorded.catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  }

  /** Records an entry in a transaction that stays open. */
  async hold(action: string): Promise<HeldEntry> {
    const runner = this.dataSource.createQueryRunner();
    await runner.startTransaction();
    await this.recordIn(new Transaction(runner.manager), action);
    return {
      commit: async () => {
        await runner.commitTransaction();
        await runner.release();
      },
    };
  }

  sealBatch(): Promise<SealedBatch> {
    return this.#sealer.sealBatch();
  }

  async stop(): Promise<void> {
    await this.dataSource.destroy();
  }

  private async recordIn(tx: Transaction, action: string): Promise<void> {
    await this.#audit.record(tx, {
      action,
      subjectType: 'TEST',
      subjectId: 'subject',
      before: { status: 'A', "it's": null },
      after: { status: 'B', amount: '10.50', count: 1, isHeld: true, reasons: ['one', 'two'] },
      reason: 'Said "so" — über 50 %.',
    });
    await tx.query('SELECT');
  }
}
