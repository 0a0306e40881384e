import type { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import type { IdentityProvider, TokenAnswer } from '../people/identity-provider.js';
import type { PeopleService } from '../people/people.service.js';
import type { Alarms } from '../../platform/observability/alarms.js';
import type { DashboardSessionEntity } from './persistence/dashboard-session.entity.js';
import type { DashboardSessionsRepository } from './persistence/dashboard-sessions.repository.js';
import { SessionTokens } from './session-tokens.js';

const SECONDS = { ended: null, ending: 30, fresh: 600 } as const;

type Access = keyof typeof SECONDS;

const sealed = (access: Access): Buffer => Buffer.from(JSON.stringify({ access, refresh: 'r' }));

const sessionWith = (access: Access): DashboardSessionEntity => ({
  id: 's',
  secretHash: Buffer.of(1),
  keyHash: null,
  sealedTokens: sealed(access),
  refreshingUntil: null,
  actorId: 'p',
  clientAddress: null,
  browser: null,
  provenAt: new Date(),
  startedAt: new Date(),
  usedAt: new Date(),
});

/** Simulates a session that other replicas change: each read returns the next state, and the last state stays. */
function tokensThat({
  isClaimed,
  answer = 'away',
  states = [],
}: {
  readonly isClaimed: boolean;
  readonly answer?: TokenAnswer;
  readonly states?: (DashboardSessionEntity | null)[];
}): { readonly tokens: SessionTokens; readonly done: string[] } {
  const done: string[] = [];
  const sessions = {
    claimRefresh: () => Promise.resolve(isClaimed),
    endRefresh: (_id: string, kept: Buffer | null) => Promise.resolve(void done.push(kept ? 'kept' : 'given back')),
    delete: () => Promise.resolve(done.push('deleted') > 0),
    findLive: () => Promise.resolve(states.length > 1 ? states.shift() : states[0]),
  };
  const people = {
    authenticate: (access: Access) => {
      const left = SECONDS[access];
      const caller = { id: access, expiresAt: new Date(Date.now() + (left ?? 0) * 1_000) };
      return Promise.resolve(left === null ? null : { caller, barredAs: null });
    },
  };
  const provider = { refresh: () => Promise.resolve(answer) };
  const alarms = { raise: (code: string) => done.push(code) };
  const cipher = { seal: (text: string) => Buffer.from(text), unseal: (bytes: Buffer) => bytes };
  return {
    done,
    tokens: new SessionTokens(
      sessions as unknown as DashboardSessionsRepository,
      people as unknown as PeopleService,
      provider as unknown as IdentityProvider,
      cipher as unknown as FieldCipher,
      alarms as unknown as Alarms,
    ),
  };
}

describe("a session's tokens", () => {
  const renewed = { access: 'fresh', refresh: 'r2', idSubject: null, authenticatedAt: null };

  it.each([
    ['are kept while they are fresh', 'fresh', { isClaimed: true, answer: 'refused' }, 'fresh', []],
    ['are refreshed before they expire', 'ending', { isClaimed: true, answer: renewed }, 'fresh', ['kept']],
    ['are refreshed after they have expired', 'ended', { isClaimed: true, answer: renewed }, 'fresh', ['kept']],
    [
      'are not refreshed if another replica refreshes them and they are still valid',
      'ending',
      { isClaimed: false },
      'ending',
      [],
    ],
    ['stay valid until they expire if the provider is away', 'ending', { isClaimed: true }, 'ending', ['given back']],
    [
      'are deleted if the provider refuses the refresh',
      'ending',
      { isClaimed: true, answer: 'refused' },
      null,
      ['deleted'],
    ],
  ] as const)('%s', async (_, access, situation, personId, effects) => {
    const { tokens, done } = tokensThat(situation);
    const person = await tokens.personOf(sessionWith(access));
    expect([person?.caller.id ?? null, done]).toEqual([personId, effects]);
  });

  it("a session's tokens are awaited while another replica refreshes them", async () => {
    const states = [sessionWith('ended'), sessionWith('fresh')];
    const { tokens } = tokensThat({ isClaimed: false, states });
    expect((await tokens.personOf(sessionWith('ended')))?.caller.id).toBe('fresh');
  });

  it("a session's tokens are gone if another replica's refresh was refused", async () => {
    const { tokens } = tokensThat({ isClaimed: false, states: [null] });
    expect(await tokens.personOf(sessionWith('ended'))).toBeNull();
  });

  it('expire with IDENTITY_UNAVAILABLE if the provider is away', async () => {
    const { tokens, done } = tokensThat({ isClaimed: true });
    await expect(tokens.personOf(sessionWith('ended'))).rejects.toMatchObject({ code: 'IDENTITY_UNAVAILABLE' });
    expect(done).toEqual(['given back']);
  });
});
