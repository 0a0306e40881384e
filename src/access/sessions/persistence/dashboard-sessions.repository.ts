import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, In, IsNull, Not, Raw, Repository } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import { IDLE_MINUTES, LONGEST_HOURS, PROOF_MINUTES, REFRESH_SECONDS, RENEW_AFTER_SECONDS } from '../session-times.js';
import { DashboardSessionEntity } from './dashboard-session.entity.js';

const isUsedLately = Raw((column) => `${column} > now() - interval '${IDLE_MINUTES} minutes'`);

/** Condition for sessions that have not expired by the database's clock. */
const LIVE = {
  usedAt: isUsedLately,
  startedAt: Raw((column) => `${column} > now() - interval '${LONGEST_HOURS} hours'`),
};

/** A new session with exactly one of the two credentials. */
export type NewDashboardSession = {
  readonly id: string;
  readonly secretHash: Buffer;
  readonly actorId: string;
  readonly clientAddress: string;
  readonly browser: string | null;
  readonly provenAt?: Date;
} & ({ readonly keyHash: Buffer } | { readonly sealedTokens: Buffer });

@Injectable()
export class DashboardSessionsRepository {
  constructor(
    @InjectRepository(DashboardSessionEntity) private readonly sessions: Repository<DashboardSessionEntity>,
  ) {}

  async findLive(secretHash: Buffer): Promise<DashboardSessionEntity | null> {
    // The hash is keyed, so the timing of the index lookup reveals nothing.
    return this.sessions.findOneBy({ secretHash, ...LIVE });
  }

  /** Whether a session is valid. The answer stays true until the transaction ends. */
  async lockLive(tx: Transaction, secretHash: Buffer): Promise<boolean> {
    // This lock does not block renewals of the session.
    const lock = { mode: 'for_key_share' } as const;
    const session = await tx.repository(DashboardSessionEntity).findOne({ where: { secretHash, ...LIVE }, lock });
    return session !== null;
  }

  /**
   * Records that a session was used, at most once a minute across all replicas. Never revives a session that has ended.
   */
  async renew(secretHash: Buffer): Promise<void> {
    const isOld = Raw((column) => `${column} <= now() - interval '${RENEW_AFTER_SECONDS} seconds'`);
    await this.sessions.update({ secretHash, ...LIVE, usedAt: And(isUsedLately, isOld) }, { usedAt: () => 'now()' });
  }

  async insert(tx: Transaction, session: NewDashboardSession): Promise<void> {
    await tx.repository(DashboardSessionEntity).insert(session);
  }

  /** Sets the actor of a session that the previous release created. */
  async adopt(id: string, actorId: string): Promise<void> {
    await this.sessions.update({ id, actorId: IsNull() }, { actorId });
  }

  async listLive(actorId: string): Promise<DashboardSessionEntity[]> {
    return this.sessions.find({ where: { actorId, ...LIVE }, order: { startedAt: 'DESC' } });
  }

  /**
   * Ends an actor's oldest sessions beyond the maximum and returns how many; spares the session with this id.
   * Concurrent sign-ins of the same actor wait for each other until the transaction ends.
   */
  async deleteOldest(
    tx: Transaction,
    actorId: string,
    { most, kept }: { readonly most: number; readonly kept: string },
  ): Promise<number> {
    await tx.lockName(`dashboard-sessions ${actorId}`);
    const sessions = tx.repository(DashboardSessionEntity);
    const others = { actorId, id: Not(kept), ...LIVE };
    const oldest = await sessions.find({
      select: { id: true },
      where: others,
      order: { startedAt: 'DESC' },
      skip: most - 1,
    });
    if (oldest.length === 0) return 0;
    return (await sessions.delete({ id: In(oldest.map(({ id }) => id)) })).affected ?? 0;
  }

  async deleteAll(tx: Transaction, actorId: string): Promise<number> {
    return (await tx.repository(DashboardSessionEntity).delete({ actorId })).affected ?? 0;
  }

  /** Whether the actor presented the session's credential within the last minutes. */
  async isProvenLately(tx: Transaction, secretHash: Buffer): Promise<boolean> {
    const provenAt = Raw((column) => `${column} > now() - interval '${PROOF_MINUTES} minutes'`);
    return tx.repository(DashboardSessionEntity).existsBy({ secretHash, provenAt });
  }

  async noteProof(tx: Transaction, secretHash: Buffer): Promise<void> {
    await tx.repository(DashboardSessionEntity).update({ secretHash }, { provenAt: () => 'now()' });
  }

  /** Claims the refresh of a session's tokens for this replica, unless they have changed since the session was read. */
  async claimRefresh({ id, sealedTokens }: DashboardSessionEntity): Promise<boolean> {
    const isFree = Raw((column) => `(${column} IS NULL OR ${column} < now())`);
    const { affected } = await this.sessions.update(
      { id, ...(sealedTokens && { sealedTokens }), refreshingUntil: isFree },
      { refreshingUntil: () => `now() + interval '${REFRESH_SECONDS} seconds'` },
    );
    return affected === 1;
  }

  /** @param sealedTokens the new tokens; null if the refresh failed */
  async endRefresh(id: string, sealedTokens: Buffer | null): Promise<void> {
    await this.sessions.update({ id }, { refreshingUntil: null, ...(sealedTokens && { sealedTokens }) });
  }

  async delete(secretHash: Buffer, tx: Transaction | null = null): Promise<boolean> {
    const sessions = tx?.repository(DashboardSessionEntity) ?? this.sessions;
    return (await sessions.delete({ secretHash })).affected === 1;
  }

  /**
   * Deletes expired sessions. Those past their maximum length are included, because they are no longer renewed and so
   * become idle.
   */
  async deleteEnded(): Promise<void> {
    await this.sessions.delete({ usedAt: Raw((column) => `${column} <= now() - interval '${IDLE_MINUTES} minutes'`) });
  }
}
