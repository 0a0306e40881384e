import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Raw, type Repository } from 'typeorm';
import { READS } from '../../platform/database/api-reads.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { claimDueRows } from '../../platform/scheduling/persistence/claim-due-rows.sql.js';
import { OrderEntity } from './order.entity.js';

// A poll is one read, limited by the provider's time-out with retries. After this time the process that polls must be
// dead.
const CHECK_LEASE_SECONDS = 90;

@Injectable()
export class OrdersRepository {
  constructor(
    @InjectRepository(OrderEntity) private readonly orders: Repository<OrderEntity>,
    @InjectRepository(OrderEntity, READS) private readonly shownOrders: Repository<OrderEntity>,
  ) {}

  /** Polls an open order now and then frequently, because it is expected to end soon. */
  async pullPollForward(tx: Transaction, id: string): Promise<void> {
    const isLater = { id, nextCheckAt: Raw((column) => `${column} > now()`) };
    await tx.repository(OrderEntity).update(isLater, { nextCheckAt: () => 'now()', checksMade: 0 });
  }

  /**
   * Returns the orders that retry this one, the newest first. There are few, because a new one is only made after the
   * previous one failed.
   */
  async findRetriesOf(id: string): Promise<OrderEntity[]> {
    return this.orders.find({
      where: { retryOf: id },
      order: { createdAt: 'DESC' },
      take: 100,
    });
  }

  async findForUpdate(tx: Transaction, id: string): Promise<OrderEntity | null> {
    return tx.repository(OrderEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async isProviderIdTaken(tx: Transaction, providerOrderId: string): Promise<boolean> {
    return tx.repository(OrderEntity).existsBy({ providerOrderId });
  }

  async findById(id: string): Promise<OrderEntity | null> {
    return this.orders.findOneBy({ id });
  }

  async findByIds(ids: readonly string[]): Promise<OrderEntity[]> {
    return this.shownOrders.findBy({ id: In([...ids]) });
  }

  async findByProviderId(providerOrderId: string): Promise<OrderEntity | null> {
    return this.orders.findOneBy({ providerOrderId });
  }

  async findByProviderIds(providerOrderIds: readonly string[]): Promise<OrderEntity[]> {
    if (providerOrderIds.length === 0) return [];
    return this.orders.findBy({ providerOrderId: In([...providerOrderIds]) });
  }

  async findByExternalIds(externalIds: readonly string[]): Promise<OrderEntity[]> {
    if (externalIds.length === 0) return [];
    // Names all accounts, so that the unique index on account and external id is used.
    return this.orders
      .createQueryBuilder('o')
      .where('o.accountId IN (SELECT id FROM accounts)')
      .andWhere({ externalId: In([...externalIds]) })
      .getMany();
  }

  async findByExternalId(accountId: string, externalId: string): Promise<OrderEntity | null> {
    return this.orders.findOneBy({ accountId, externalId });
  }

  async findByIdempotencyKey(accountId: string, idempotencyKey: string): Promise<OrderEntity | null> {
    return this.orders.findOneBy({ accountId, idempotencyKey });
  }

  async claimDue(tx: Transaction, limit: number): Promise<OrderEntity[]> {
    const ids = await claimDueRows(
      tx,
      { table: 'orders', dueColumn: 'next_check_at', leaseSeconds: CHECK_LEASE_SECONDS },
      limit,
    );
    return tx.repository(OrderEntity).findBy({ id: In(ids) });
  }
}
