import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type InsertResult, IsNull, Not, Raw, Repository, type UpdateResult } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import { PersonEntity } from '../../people/persistence/person.entity.js';
import { PENDING_HOURS } from '../domain/api-key-status.js';
import { ApiKeyEntity } from './api-key.entity.js';

export interface NewApiKey {
  readonly id: string;
  readonly name: string;
  readonly firstHalfHash: Buffer;
  readonly prefix: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly allowedAddresses: readonly string[];
  readonly accountIds: readonly string[];
  readonly expiresAt: Date;
  readonly createdBy: string;
}

export type ConfiguredKeyRow = Pick<ApiKeyEntity, 'id' | 'name' | 'prefix' | 'roles'>;

const CONFIGURED_KEY = 'id, name, prefix, roles';

@Injectable()
export class ApiKeysRepository {
  constructor(@InjectRepository(ApiKeyEntity) private readonly keys: Repository<ApiKeyEntity>) {}

  /** Finds the key with this hash. Includes keys whose previous secret has this hash, as long as that is valid. */
  async findByHash(keyHash: Buffer): Promise<ApiKeyEntity | null> {
    // The hash is keyed, so the timing of the index lookup reveals nothing.
    const current = await this.keys.findOneBy({ keyHash });
    if (current) return current;
    const former = await this.keys.findOneBy({ previousKeyHash: keyHash });
    return former?.previousUntil && former.previousUntil.getTime() > Date.now() ? former : null;
  }

  async findById(id: string): Promise<ApiKeyEntity | null> {
    return this.keys.findOneBy({ id });
  }

  /** Records that a key was used, at most once a minute across all replicas. */
  async touch(id: string): Promise<void> {
    const lastUsedAt = Raw((column) => `coalesce(${column} < now() - interval '1 minute', true)`);
    await this.keys.update({ id, lastUsedAt }, { lastUsedAt: () => 'now()' });
  }

  async lock(tx: Transaction, id: string): Promise<ApiKeyEntity | null> {
    return tx.repository(ApiKeyEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async lockShared(tx: Transaction, id: string): Promise<ApiKeyEntity | null> {
    return tx.repository(ApiKeyEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_read' } });
  }

  async insert(tx: Transaction, key: NewApiKey): Promise<void> {
    await tx.repository(ApiKeyEntity).insert({
      ...key,
      roles: [...key.roles],
      scopes: [...key.scopes],
      allowedAddresses: [...key.allowedAddresses],
      accountIds: [...key.accountIds],
    });
  }

  async confirm(
    tx: Transaction,
    id: string,
    { by, secondHalfHash }: { readonly by: string; readonly secondHalfHash: Buffer },
  ): Promise<void> {
    const confirmed = { confirmedAt: () => 'now()', confirmedBy: by, secondHalfHash };
    await tx.repository(ApiKeyEntity).update(id, confirmed);
  }

  async countAccounts(tx: Transaction, accountIds: readonly string[]): Promise<number> {
    // By table name, because the entity belongs to a higher module.
    return tx.repository<{ id: string }>('accounts').countBy({ id: In(accountIds) });
  }

  async countPending(tx: Transaction): Promise<number> {
    return tx
      .repository(ApiKeyEntity)
      .createQueryBuilder('k')
      .where('k.key_hash IS NULL AND k.revoked_at IS NULL')
      .andWhere('coalesce(k.confirmed_at, k.created_at) > now() - make_interval(hours => :hours)')
      .setParameters({ hours: PENDING_HOURS })
      .getCount();
  }

  /**
   * Whether a valid or pending key has this name, ignoring case and letter width. The answer stays true until the
   * transaction ends.
   */
  async isNameInUse(tx: Transaction, name: string): Promise<boolean> {
    // A single lock for all names is enough, because keys are created only a few times a year.
    await tx.lockName('api-key-names');
    return tx
      .repository(ApiKeyEntity)
      .createQueryBuilder('k')
      .where('lower(normalize(k.name, NFKC)) = lower(normalize(:name, NFKC))')
      .andWhere('k.revoked_at IS NULL AND k.replaced_at IS NULL AND coalesce(k.expires_at > now(), true)')
      .andWhere(
        `(k.key_hash IS NOT NULL
           OR coalesce(k.confirmed_at, k.created_at) > now() - make_interval(hours => :hours))`,
      )
      .setParameters({ name, hours: PENDING_HOURS })
      .getExists();
  }

  async lockByFirstHalf(tx: Transaction, firstHalfHash: Buffer): Promise<ApiKeyEntity | null> {
    return tx.repository(ApiKeyEntity).findOne({ where: { firstHalfHash }, lock: { mode: 'pessimistic_write' } });
  }

  async redeem(
    tx: Transaction,
    { id, keyHash, redeemedBy }: { readonly id: string; readonly keyHash: Buffer; readonly redeemedBy: string | null },
  ): Promise<void> {
    const halves = { firstHalfHash: null, secondHalfHash: null };
    await tx.repository(ApiKeyEntity).update(id, { keyHash, redeemedAt: () => 'now()', redeemedBy, ...halves });
  }

  /** Whether any of these callers' keys was revoked or replaced, or any of these people was blocked. */
  async isAnyEnded(tx: Transaction, ids: readonly (string | null)[]): Promise<boolean> {
    const id = In(ids.filter((one) => one !== null));
    const ended = Not(IsNull());
    const hasEnded = await tx.repository(ApiKeyEntity).existsBy([
      { id, revokedAt: ended },
      { id, replacedAt: ended },
    ]);
    return hasEnded || tx.repository(PersonEntity).existsBy({ id, blockedAt: ended });
  }

  async rotate(
    tx: Transaction,
    rotation: {
      readonly id: string;
      readonly keyHash: Buffer;
      readonly prefix: string | null;
      readonly overlapHours: number;
    },
  ): Promise<void> {
    // An older previous secret stops working now, so at most two secrets work at a time.
    const { id, keyHash, prefix, overlapHours } = rotation;
    const previous = {
      previousKeyHash: () => 'key_hash',
      previousUntil: () => `now() + make_interval(hours => ${overlapHours})`,
    };
    const none = { previousKeyHash: null, previousUntil: null };
    const rotated = { keyHash, prefix, rotatedAt: () => 'now()', ...(overlapHours > 0 ? previous : none) };
    await tx.repository(ApiKeyEntity).update(id, rotated);
  }

  async revoke(
    tx: Transaction,
    id: string,
    { by, reason }: { readonly by: string; readonly reason: string },
  ): Promise<void> {
    await tx.repository(ApiKeyEntity).update(id, { revokedAt: () => 'now()', revokedBy: by, revokeReason: reason });
  }

  /** Invalidates all other configured keys of this kind. Returns those that were valid until now. */
  async replaceConfigured(
    tx: Transaction,
    { kind, keyHash }: { readonly kind: 'bootstrap' | 'approver'; readonly keyHash: Buffer | null },
  ): Promise<ConfiguredKeyRow[]> {
    const replaced = tx
      .repository(ApiKeyEntity)
      .createQueryBuilder()
      .update({ replacedAt: () => 'now()' })
      .where({ configuredAs: kind, replacedAt: IsNull() })
      .andWhere('key_hash IS DISTINCT FROM :keyHash', { keyHash })
      .returning(CONFIGURED_KEY);
    return rowsOf(await replaced.execute());
  }

  /** Stores a configured key. Returns it if it was new, was invalid or had different rights. */
  async installConfigured(
    tx: Transaction,
    configured: {
      readonly id: string;
      readonly kind: 'bootstrap' | 'approver';
      readonly keyHash: Buffer;
      readonly prefix: string | null;
      readonly roles: readonly string[];
    },
  ): Promise<ConfiguredKeyRow | null> {
    const { id, kind, keyHash, prefix, roles } = configured;
    // Counts as confirmed by the person who deploys it. A replica that starts at the same time waits here and then
    // finds nothing to change.
    const insert = tx.repository(ApiKeyEntity).createQueryBuilder().insert().updateEntity(false);
    const installed = insert
      .values({ id, name: kind, configuredAs: kind, keyHash, prefix, roles: [...roles], confirmedAt: () => 'now()' })
      .orUpdate(['configured_as', 'roles', 'scopes', 'replaced_at'], 'uq_api_keys_key_hash', {
        skipUpdateIfNoValuesChanged: true,
      })
      .returning(CONFIGURED_KEY);
    return rowsOf(await installed.execute())[0] ?? null;
  }
}

function rowsOf({ raw }: InsertResult | UpdateResult): ConfiguredKeyRow[] {
  return raw as ConfiguredKeyRow[];
}
