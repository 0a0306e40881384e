import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../desk/audit/audit-log.js';
import { newId } from '../../common/ids.js';
import { Secret } from '../../common/secret.js';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { runInRequest } from '../../platform/graphql/current-request.js';
import {
  AccessRefusedError,
  type Caller,
  type CallerSession,
  PERSON_BLOCKED,
  SESSION_ENDED,
} from '../../platform/graphql/request-context.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { RunEvery } from '../../platform/scheduling/run-every.decorator.js';
import { KeyedCallerAuthenticator } from '../keys/caller-authenticator.js';
import type { PersonTokens } from '../people/identity-provider.js';
import { PeopleRepository } from '../people/persistence/people.repository.js';
import { browserNameOf } from './browser-name.js';
import { DashboardSessionsRepository } from './persistence/dashboard-sessions.repository.js';
import { endOf } from './session-times.js';
import { SessionTokens } from './session-tokens.js';

// Ended sessions are invalid anyway: deleting them only keeps the table small.
const PURGE_EVERY_MS = 60_000;

// A desktop, a laptop, a phone and two spare. More would be a script, or someone else.
const MOST_SESSIONS = 5;

export interface SessionRequest {
  readonly clientAddress: string;
  readonly requestId: string;
  readonly userAgent: string | undefined;
  readonly sessionSecret: string | undefined;
}

export interface StartedSession {
  /** Only for the cookie: it is not stored. */
  readonly secret: Secret;
  readonly endsAt: Date;
}

/**
 * Signs people in to the dashboard, with an API key or the identity provider's tokens. A session has the rights of that
 * credential, the same address restrictions, and ends with it.
 */
@Injectable()
export class DashboardSessionsService {
  constructor(
    private readonly sessions: DashboardSessionsRepository,
    private readonly authenticator: KeyedCallerAuthenticator,
    private readonly tokens: SessionTokens,
    private readonly people: PeopleRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly audit: AuditLog,
    private readonly alarms: Alarms,
  ) {}

  /**
   * Starts a session that replaces the request's; null if the key is invalid.
   * @throws AccessRefusedError for a reason that may be told
   */
  async start(apiKey: Secret, request: SessionRequest): Promise<StartedSession | null> {
    const caller = await this.callerWith(apiKey, request);
    // A person's token has no secret hash, and signs in elsewhere.
    if (!caller?.secretHash) return null;
    const { secretHash: keyHash } = caller;
    const secret = await this.open({ caller, request }, () => ({ keyHash }));
    const now = new Date();
    return { secret, endsAt: endOf({ startedAt: now, usedAt: now }, caller.expiresAt) };
  }

  /**
   * Starts a session for a person with the identity provider's tokens; null if they are invalid.
   * @throws AccessRefusedError
   */
  async startForPerson(tokens: PersonTokens, request: SessionRequest): Promise<Secret | null> {
    const caller = await this.callerWith(new Secret(tokens.access), request);
    if (caller?.kind !== 'PERSON') return null;
    if (tokens.idSubject !== null && tokens.idSubject !== caller.name) {
      this.alarms.raise('identity_mismatch', { at: 'sign_in' });
      return null;
    }
    const { authenticatedAt } = tokens;
    // A provider that knows the browser does not ask again, so the proof is as old as the person's last sign-in there.
    const isEarlier = authenticatedAt !== null && authenticatedAt.getTime() < Date.now();
    const provenAt = isEarlier ? { provenAt: authenticatedAt } : {};
    return this.open({ caller, request }, (id) => ({ sealedTokens: this.tokens.seal(id, tokens), ...provenAt }));
  }

  /**
   * Returns the request's session if it is valid, without marking it as used.
   * @throws AccessRefusedError
   */
  async find(request: SessionRequest): Promise<CallerSession | null> {
    return (await this.callerOf(request))?.session ?? null;
  }

  /**
   * Records that the session's holder also has its key, and returns the session; null if the key is invalid.
   * @throws AccessRefusedError for a reason that may be told, such as a request without a session
   */
  async prove(apiKey: Secret, request: SessionRequest): Promise<CallerSession | null> {
    const caller = await this.callerOf(request);
    const session = caller?.session;
    if (!session) throw new AccessRefusedError(SESSION_ENDED, 'UNAUTHENTICATED');
    const presented = await this.callerWith(apiKey, request);
    // Another key proves nothing about who is there.
    if (presented?.kind !== 'API_KEY' || presented.id !== caller.id) return null;
    await this.unitOfWork.run(async (tx) => {
      await this.sessions.noteProof(tx, session.secretHash);
      await this.record(tx, 'proven', { caller, request });
    });
    return session;
  }

  async end(request: SessionRequest): Promise<void> {
    const caller = await this.callerOf(request);
    const session = caller?.session;
    if (!session) return;
    await this.unitOfWork.run(async (tx) => {
      // Only one of two concurrent sign-outs succeeds.
      if (await this.sessions.delete(session.secretHash, tx)) await this.record(tx, 'ended', { caller, request });
    });
    this.authenticator.forget();
  }

  async endAll(request: SessionRequest): Promise<void> {
    const caller = await this.callerOf(request);
    if (!caller?.session) return;
    await this.unitOfWork.run(async (tx) => {
      const endedSessions = await this.sessions.deleteAll(tx, caller.id);
      if (endedSessions > 0) await this.record(tx, 'ended', { caller, request, endedSessions });
    });
    this.authenticator.forget();
  }

  @RunEvery(PURGE_EVERY_MS, 'dashboard-sessions.purge')
  async purgeEnded(): Promise<void> {
    await this.sessions.deleteEnded();
  }

  private async callerWith(credential: Secret, { clientAddress }: SessionRequest): Promise<Caller | null> {
    const credentials = { authorization: `Bearer ${credential.reveal()}`, sessionSecret: undefined };
    const caller = await this.authenticator.authenticate(credentials, clientAddress);
    if (caller) this.authenticator.admit(caller, 'any');
    return caller;
  }

  /** Creates a session that replaces the request's, and returns its secret. */
  private async open(
    { caller, request }: { readonly caller: Caller; readonly request: SessionRequest },
    credentialOf: (
      id: string,
    ) => { readonly keyHash: Buffer } | { readonly sealedTokens: Buffer; readonly provenAt?: Date },
  ): Promise<Secret> {
    const secret = randomBytes(32).toString('base64url');
    const former = request.sessionSecret;
    const endedSessions = await this.unitOfWork.run(async (tx) => {
      await this.assertNotBlocked(tx, caller);
      if (former !== undefined) await this.sessions.delete(this.hashOf(former), tx);
      const id = newId();
      const shown = { clientAddress: request.clientAddress, browser: browserNameOf(request.userAgent) };
      const secretHash = this.hashOf(secret);
      await this.sessions.insert(tx, { id, secretHash, actorId: caller.id, ...shown, ...credentialOf(id) });
      await this.record(tx, 'started', { caller, request });
      const ended = await this.sessions.deleteOldest(tx, caller.id, { most: MOST_SESSIONS, kept: id });
      if (ended > 0) await this.record(tx, 'ended', { caller, request, endedSessions: ended });
      return ended;
    });
    if (former !== undefined || endedSessions > 0) this.authenticator.forget();
    return new Secret(secret);
  }

  /** Refuses a person who was blocked while they signed in. */
  private async assertNotBlocked(tx: Transaction, { id, kind }: Caller): Promise<void> {
    const person = kind === 'PERSON' ? await this.people.lockShared(tx, id) : null;
    if (person?.blockedAt) throw new AccessRefusedError(PERSON_BLOCKED, 'UNAUTHENTICATED');
  }

  private callerOf({ sessionSecret, clientAddress }: SessionRequest): Promise<Caller | null> {
    return this.authenticator.identify({ authorization: undefined, sessionSecret }, clientAddress);
  }

  private hashOf(secret: string): Buffer {
    return this.cipher.keyedHash('dashboard-session', secret);
  }

  private async record(
    tx: Transaction,
    action: 'started' | 'proven' | 'ended',
    {
      caller,
      request,
      endedSessions,
    }: { readonly caller: Caller; readonly request: SessionRequest; readonly endedSessions?: number },
  ): Promise<void> {
    const { clientAddress, requestId } = request;
    await runInRequest({ caller, clientAddress, requestId, operation: null }, () =>
      this.audit.record(tx, {
        action: `dashboard_session.${action}`,
        subjectType: caller.kind,
        subjectId: caller.id,
        before: null,
        after: endedSessions === undefined ? null : { endedSessions },
        reason: null,
      }),
    );
  }
}
