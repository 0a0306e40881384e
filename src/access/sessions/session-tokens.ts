import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FieldCipher, type SealedColumn, UnsealError } from '../../platform/database/encryption/field-cipher.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { IdentityProvider, type PersonTokens } from '../people/identity-provider.js';
import { away, PeopleService, type Person } from '../people/people.service.js';
import { subjectOf } from '../people/person-token.js';
import type { DashboardSessionEntity } from './persistence/dashboard-session.entity.js';
import { DashboardSessionsRepository } from './persistence/dashboard-sessions.repository.js';

// A token is refreshed this long before it expires, so that no request has to wait: an answer from the provider takes
// at most 5 s, and live sockets ask every 5 s.
const REFRESH_BEFORE_MS = 60_000;

// 25 waits of 200 ms cover the time that another replica may take.
const WAITS = 25;
const WAIT_MS = 200;

type SessionTokenPair = Pick<PersonTokens, 'access' | 'refresh'>;

/** Manages the tokens behind people's sessions. Tokens never leave the server, and are refreshed before they expire. */
@Injectable()
export class SessionTokens {
  constructor(
    private readonly sessions: DashboardSessionsRepository,
    private readonly people: PeopleService,
    private readonly provider: IdentityProvider,
    private readonly cipher: FieldCipher,
    private readonly alarms: Alarms,
  ) {}

  seal(id: string, { access, refresh }: SessionTokenPair): Buffer {
    return this.cipher.seal(JSON.stringify({ access, refresh }), placeOf(id));
  }

  /**
   * Returns the person as long as the identity provider vouches for them; otherwise null. A session lives on after its
   * token has expired if the token can be refreshed.
   * @throws AccessRefusedError IDENTITY_UNAVAILABLE if the provider does not respond
   */
  async personOf(session: DashboardSessionEntity): Promise<Person | null> {
    const tokens = this.unsealIfReadable(session);
    // The person can sign in again, which starts a new session.
    if (!tokens) return null;
    const person = await this.currentPerson(session, tokens);
    if (!person || tokens.refresh === null) return person;
    return { ...person, caller: { ...person.caller, expiresAt: null } };
  }

  private async currentPerson(session: DashboardSessionEntity, tokens: SessionTokenPair): Promise<Person | null> {
    const person = await this.people.authenticate(tokens.access);
    const left = (person?.caller.expiresAt?.getTime() ?? 0) - Date.now();
    if (person && left > REFRESH_BEFORE_MS) return person;
    const current = left > 0 ? person : null;
    if (tokens.refresh === null) return current;
    if (!(await this.sessions.claimRefresh(session))) return current ?? this.awaitRefresh(session);
    return this.refresh(session, { access: tokens.access, refresh: tokens.refresh }, current);
  }

  /** @param current the person if the old token is still valid; otherwise null */
  private async refresh(
    session: DashboardSessionEntity,
    { access: accessToken, refresh: refreshToken }: { readonly access: string; readonly refresh: string },
    current: Person | null,
  ): Promise<Person | null> {
    const { id, secretHash } = session;
    const answer = await this.provider.refresh(refreshToken);
    if (answer === 'away') {
      await this.sessions.endRefresh(id, null);
      if (current) return current;
      throw away();
    }
    if (answer === 'refused') {
      // The person has left the company, or signed out at the provider.
      await this.sessions.delete(secretHash);
      return null;
    }
    // These tokens are never stored, because another replica could then attribute the session to the other person.
    if (subjectOf(answer.access) !== subjectOf(accessToken)) {
      this.alarms.raise('identity_mismatch', { at: 'refresh' });
      await this.sessions.delete(secretHash);
      return null;
    }
    // Stored before they are read, because the provider may not accept the old refresh token a second time.
    await this.sessions.endRefresh(id, this.seal(id, answer));
    return this.people.authenticate(answer.access);
  }

  private async awaitRefresh({ secretHash, sealedTokens }: DashboardSessionEntity): Promise<Person | null> {
    for (let wait = 0; wait < WAITS; wait += 1) {
      await delay(WAIT_MS);
      const session = await this.sessions.findLive(secretHash);
      if (!session) return null;
      if (sealedTokens && session.sealedTokens?.equals(sealedTokens) === false) {
        const tokens = this.unsealIfReadable(session);
        return tokens && this.people.authenticate(tokens.access);
      }
    }
    throw away();
  }

  private unsealIfReadable({ id, sealedTokens }: DashboardSessionEntity): SessionTokenPair | null {
    if (!sealedTokens) throw new Error(`Dashboard session ${id} has no tokens`);
    try {
      return JSON.parse(this.cipher.unseal(sealedTokens, placeOf(id)).toString('utf8')) as SessionTokenPair;
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      return null;
    }
  }
}

function placeOf(rowId: string): SealedColumn {
  return { table: 'dashboard_sessions', column: 'sealed_tokens', rowId };
}
