import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { currentRequest } from '../../platform/graphql/current-request.js';
import {
  AccessRefusedError,
  type Caller,
  PERSON_BLOCKED,
  SESSION_ENDED,
} from '../../platform/graphql/request-context.js';
import { KeyedCallerAuthenticator } from '../keys/caller-authenticator.js';
import { type ApiKeyStatus, statusOf } from '../keys/domain/api-key-status.js';
import { grantsOf } from '../keys/grants.js';
import type { ApiKeyEntity } from '../keys/persistence/api-key.entity.js';
import { ApiKeysRepository } from '../keys/persistence/api-keys.repository.js';
import { PeopleRepository } from '../people/persistence/people.repository.js';
import { DashboardSessionsRepository } from '../sessions/persistence/dashboard-sessions.repository.js';
import { RefusedAttempts } from './refused-attempts.js';

type Loss = ApiKeyStatus | 'PERSON_BLOCKED' | 'SESSION_ENDED';

const KEY_ENDED = 'This API key was revoked or changed, or has ended.';

const MESSAGES: Readonly<Partial<Record<Loss, string>>> = { PERSON_BLOCKED, SESSION_ENDED };

/**
 * Checks that the caller still has the rights they were admitted with. Replicas cache keys for seconds, which is fine
 * for reading. Operations that grant authority or spend money must read the key in their own transaction. The same
 * applies to sessions and blocked people.
 */
@Injectable()
export class CurrentAuthority {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly people: PeopleRepository,
    private readonly sessions: DashboardSessionsRepository,
    private readonly authenticator: KeyedCallerAuthenticator,
    private readonly refusals: RefusedAttempts,
  ) {}

  /**
   * Locks the caller's key, person or session until the transaction ends, so that a revocation takes effect either
   * before or after it. Call this before the transaction writes anything.
   * @throws AccessRefusedError UNAUTHENTICATED if the key or session is no longer valid, or the key has changed
   */
  async assertHeld(tx: Transaction): Promise<void> {
    const request = currentRequest();
    if (!request?.caller) throw new Error('Authority is asked for outside of a request');
    const { caller, clientAddress, operation, requestId } = request;
    const loss = await this.findLoss(tx, caller);
    if (loss === null) return;
    this.authenticator.forget();
    const why = loss === 'PERSON_BLOCKED' ? loss : 'KEY_NOT_ACTIVE';
    this.refusals.note({ caller, clientAddress, requestId, operation, why, facts: { status: loss } });
    throw new AccessRefusedError(MESSAGES[loss] ?? KEY_ENDED, 'UNAUTHENTICATED');
  }

  /**
   * Whether the caller proved their identity within the last minutes, by presenting the session's key or signing in at
   * the identity provider. Callers without a session present a credential with every request.
   */
  async isProvenLately(tx: Transaction): Promise<boolean> {
    const session = currentRequest()?.caller?.session;
    return !session || (await this.sessions.isProvenLately(tx, session.secretHash));
  }

  /** Returns why the caller's credential is no longer valid; null if it still is. */
  private async findLoss(tx: Transaction, caller: Caller): Promise<Loss | null> {
    if (caller.kind === 'PERSON' && (await this.people.lockShared(tx, caller.id))?.blockedAt) return 'PERSON_BLOCKED';
    const key = caller.kind === 'API_KEY' ? await this.keys.lockShared(tx, caller.id) : null;
    const isKept = caller.kind === 'API_KEY' ? isHeld(key, caller) : !hasEnded(caller);
    if (!isKept) return key ? statusOf(key, new Date()) : 'EXPIRED';
    const isSignedIn = caller.session === null || (await this.sessions.lockLive(tx, caller.session.secretHash));
    return isSignedIn ? null : 'SESSION_ENDED';
  }
}

function isHeld(key: ApiKeyEntity | null, caller: Caller): boolean {
  const now = new Date();
  if (!key || !caller.secretHash || statusOf(key, now) !== 'ACTIVE') return false;
  const isFormer =
    key.previousUntil !== null && key.previousUntil > now && key.previousKeyHash?.equals(caller.secretHash);
  if (key.keyHash?.equals(caller.secretHash) !== true && isFormer !== true) return false;
  const grants = grantsOf(key);
  return (
    grants.length === caller.scopes.size &&
    grants.every((scope) => caller.scopes.has(scope)) &&
    isDeepStrictEqual(key.accountIds, caller.accountIds)
  );
}

function hasEnded({ expiresAt }: Caller): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now();
}
