import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/audit-log.js';
import { newId } from '../../common/ids.js';
import { Secret } from '../../common/secret.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import type { Transaction } from '../../database/transaction.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { runInRequest } from '../../graphql/current-request.js';
import type { Caller, CallerSession } from '../../graphql/request-context.js';
import { Alarms } from '../../observability/alarms.js';
import { RunEvery } from '../../scheduling/run-every.decorator.js';
import { KeyedCallerAuthenticator } from '../keys/caller-authenticator.js';
import type { PersonTokens } from '../people/identity-provider.js';
import { DashboardSessionsRepository } from './persistence/dashboard-sessions.repository.js';
import { endOf } from './session-times.js';
import { SessionTokens } from './session-tokens.js';

// Ended sessions open nothing: deleting them only keeps the table small.
const PURGE_EVERY_MS = 60_000;

/** The request that asks for a session, or is sent with one. */
export interface SessionRequest {
  readonly clientAddress: string;
  readonly requestId: string;
  /** Of the cookie that came with it. */
  readonly sessionSecret: string | undefined;
}

export interface StartedSession {
  /** For the cookie, and for nothing else: it is not kept. */
  readonly secret: Secret;
  readonly endsAt: Date;
}

/**
 * Signs people in to the dashboard, with an API key or the tokens of the identity provider. A session stands for that
 * credential: it opens what the credential opens, from where it may be used, and for no longer.
 */
@Injectable()
export class DashboardSessionsService {
  constructor(
    private readonly sessions: DashboardSessionsRepository,
    private readonly authenticator: KeyedCallerAuthenticator,
    private readonly tokens: SessionTokens,
    private readonly unitOfWork: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly audit: AuditLog,
    private readonly alarms: Alarms,
  ) {}

  /**
   * A new session in the place of the one that came with the request; null when the key opens nothing.
   *
   * @throws AccessRefusedError when there is more to say than that
   */
  async start(apiKey: Secret, request: SessionRequest): Promise<StartedSession | null> {
    const caller = await this.callerWith(apiKey, request);
    // A token of a person has no secret, and its own way in.
    if (!caller?.secretHash) return null;
    const { secretHash: keyHash } = caller;
    const secret = await this.open({ caller, request }, () => ({ keyHash }));
    const now = new Date();
    return { secret, endsAt: endOf({ startedAt: now, usedAt: now }, caller.expiresAt) };
  }

  /**
   * A new session for a person, with the tokens that the identity provider gave; null when they open nothing.
   *
   * @throws AccessRefusedError
   */
  async startForPerson(tokens: PersonTokens, request: SessionRequest): Promise<Secret | null> {
    const caller = await this.callerWith(new Secret(tokens.access), request);
    if (caller?.kind !== 'PERSON') return null;
    if (tokens.idSubject !== null && tokens.idSubject !== caller.name) {
      this.alarms.raise('identity_mismatch', { at: 'sign_in' });
      return null;
    }
    return this.open({ caller, request }, (id) => ({ sealedTokens: this.tokens.seal(id, tokens) }));
  }

  /**
   * The session that came with a request, if it goes on; asking is no use of it.
   *
   * @throws AccessRefusedError
   */
  async find(request: SessionRequest): Promise<CallerSession | null> {
    return (await this.callerOf(request))?.session ?? null;
  }

  /** Ends the session that came with a request; one that has ended is left as it is. */
  async end(request: SessionRequest): Promise<void> {
    const caller = await this.callerOf(request);
    const session = caller?.session;
    if (!session) return;
    await this.unitOfWork.run(async (tx) => {
      // Of two that sign out at once, one does.
      if (await this.sessions.delete(session.secretHash, tx)) await this.record(tx, 'ended', { caller, request });
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

  /** The secret of a new session, in the place of the one that came with the request. */
  private async open(
    { caller, request }: { readonly caller: Caller; readonly request: SessionRequest },
    credentialOf: (id: string) => { readonly keyHash: Buffer } | { readonly sealedTokens: Buffer },
  ): Promise<Secret> {
    const secret = randomBytes(32).toString('base64url');
    const former = request.sessionSecret;
    await this.unitOfWork.run(async (tx) => {
      if (former !== undefined) await this.sessions.delete(this.hashOf(former), tx);
      const id = newId();
      await this.sessions.insert(tx, { id, secretHash: this.hashOf(secret), ...credentialOf(id) });
      await this.record(tx, 'started', { caller, request });
    });
    if (former !== undefined) this.authenticator.forget();
    return new Secret(secret);
  }

  private callerOf({ sessionSecret, clientAddress }: SessionRequest): Promise<Caller | null> {
    return this.authenticator.identify({ authorization: undefined, sessionSecret }, clientAddress);
  }

  private hashOf(secret: string): Buffer {
    return this.cipher.keyedHash('dashboard-session', secret);
  }

  private async record(
    tx: Transaction,
    action: 'started' | 'ended',
    { caller, request }: { readonly caller: Caller; readonly request: SessionRequest },
  ): Promise<void> {
    const { clientAddress, requestId } = request;
    await runInRequest({ caller, clientAddress, requestId, operation: null }, () =>
      this.audit.record(tx, {
        action: `dashboard_session.${action}`,
        subjectType: caller.kind,
        subjectId: caller.id,
        before: null,
        after: null,
        reason: null,
      }),
    );
  }
}
