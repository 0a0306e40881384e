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

// Ended sessions are invalid anyway. Deleting them only keeps the table small.
const PURGE_EVERY_MS = 60_000;

// A desktop, a laptop, a phone and two to spare. More would come from a script or from someone else.
const MOST_SESSIONS = 5;

export interface SessionRequest {
  readonly clientAddress: string;
  readonly requestId: string;
  readonly userAgent: string | undefined;
  readonly sessionSecret: string | undefined;
}

export interface StartedSession {
  /** Only goes into the cookie. It is not stored. */
  readonly secret: Secret;
  readonly endsAt: Date;
}

/**
 * Signs people in to the dashboard, with an API key or with tokens from the identity provider. A session has the same
 * rights and the same address restrictions as that credential, and ends when the credential does.
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
   * Starts a session, which replaces the session of the request; null if the key is invalid.
   * @throws AccessRefusedError if the reason may be shown to the caller
   */
  async start(apiKey: Secret, request: SessionRequest): Promise<StartedSession | null> {
    const caller = await this.callerWith(apiKey, request);
    // A person's token has no secret hash. It starts a session through `startForPerson` instead.
    if (!caller?.secretHash) return null;
    const { secretHash: keyHash } = caller;
    const secret = await this.open({ caller, request }, () => ({ keyHash }));
    const now = new Date();
    return { secret, endsAt: endOf({ startedAt: now, usedAt: now }, caller.expiresAt) };
  }

  /**
   * Starts a session for a person with tokens from the identity provider; null if the tokens are invalid.
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
    // A provider that already knows the browser does not ask again, so the identity was proven at the person's last
    // sign-in there.
    const isEarlier = authenticatedAt !== null && authenticatedAt.getTime() < Date.now();
    const provenAt = isEarlier ? { provenAt: authenticatedAt } : {};
    return this.open({ caller, request }, (id) => ({ sealedTokens: this.tokens.seal(id, tokens), ...provenAt }));
  }

  /**
   * Returns the session of the request if it is valid, without marking it as used.
   * @throws AccessRefusedError
   */
  async find(request: SessionRequest): Promise<CallerSession | null> {
    return (await this.callerOf(request))?.session ?? null;
  }

  /**
   * Records that the session's user also has its key, and returns the session; null if the key is invalid.
   * @throws AccessRefusedError if the reason may be shown to the caller, such as a request without a session
   */
  async prove(apiKey: Secret, request: SessionRequest): Promise<CallerSession | null> {
    const caller = await this.callerOf(request);
    const session = caller?.session;
    if (!session) throw new AccessRefusedError(SESSION_ENDED, 'UNAUTHENTICATED');
    const presented = await this.callerWith(apiKey, request);
    // A different key does not prove who is using the session.
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

  /** Creates a session, which replaces the session of the request, and returns its secret. */
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

  /** Rejects a person who was blocked while they were signing in. */
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
