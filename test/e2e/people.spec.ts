import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenWork } from '../../src/platform/scheduling/open-work.js';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { ProtocolSocket } from '../support/protocol-socket.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { auditEntries, type AuditEntryView } from '../support/audit-log.js';

const ISSUER = 'https://id.example/';
const AUDIENCE = 'purser';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

const seconds = (): number => Math.floor(Date.now() / 1_000);

describe('people of an identity provider', () => {
  let provider: Server;
  let database: TestDatabase;
  let purser: TestPurser;
  let fetched = 0;
  let keys: Readonly<Record<'RS256' | 'ES256' | 'EdDSA' | 'PS256', KeyPair>>;
  let stranger: KeyPair;

  beforeAll(async () => {
    keys = {
      RS256: await generateKeyPair('RS256', { extractable: true }),
      ES256: await generateKeyPair('ES256', { extractable: true }),
      EdDSA: await generateKeyPair('EdDSA', { extractable: true }),
      PS256: await generateKeyPair('PS256', { extractable: true }),
    };
    stranger = await generateKeyPair('RS256');
    const set = await Promise.all(
      Object.entries(keys).map(async ([alg, { publicKey }]) => ({ ...(await exportJWK(publicKey)), kid: alg, alg })),
    );
    provider = createServer((_request, response) => {
      fetched += 1;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: set }));
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    database = await createTestDatabase();
    purser = await startPurser({
      DATABASE_URL: database.url,
      PURSER_ROLES: 'api',
      OIDC_ISSUER: ISSUER,
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_JWKS_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/keys`,
      OIDC_ROLES_CLAIM: 'realm_access.roles',
    });
  });

  afterAll(async () => {
    await purser.close();
    await database.drop();
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
  });

  const claims = (overrides: Readonly<Record<string, unknown>> = {}): JWTPayload => ({
    iss: ISSUER,
    aud: AUDIENCE,
    sub: 'u-1',
    iat: seconds(),
    exp: seconds() + 600,
    realm_access: { roles: ['viewer', 'offline_access'] },
    ...overrides,
  });

  const without = (claim: string): JWTPayload =>
    Object.fromEntries(Object.entries(claims()).filter(([name]) => name !== claim));

  const sign = (payload: JWTPayload, alg: keyof typeof keys = 'RS256', key = keys[alg].privateKey): Promise<string> =>
    new SignJWT(payload).setProtectedHeader({ alg, kid: alg }).sign(key);

  const withRoles = (...roles: string[]): JWTPayload => claims({ realm_access: { roles } });

  async function ask(token: string, query = '{ accounts { id } }'): Promise<string | null> {
    const { errors } = await purser.as(token).send(query);
    return errors[0] ? `${errors[0].extensions.code}: ${errors[0].message}` : null;
  }

  const REFUSED = 'UNAUTHENTICATED: A valid API key is required: send the header Authorization: Bearer <key>.';

  /** Returns the audited refusals of a person with this subject. */
  async function refusalsOf(subject: string): Promise<readonly AuditEntryView[]> {
    // Waits until the audit entries are written, as a shutdown does.
    await purser.service(OpenWork).beforeApplicationShutdown();
    const refused = await auditEntries(purser.admin, { action: 'access.refused' });
    return refused.filter(({ actor }) => actor.kind === 'PERSON' && actor.name === subject);
  }

  it.each(['RS256', 'ES256', 'EdDSA'] as const)('accepts a token signed with %s', async (alg) => {
    expect(await ask(await sign(claims(), alg))).toBeNull();
  });

  it('people have the rights of their roles, and unknown roles are ignored', async () => {
    const gate = 'mutation { setPayoutGate(input: { isOpen: true, reason: "x" }) { userErrors { code } } }';
    expect(await ask(await sign(claims()), gate)).toBe('FORBIDDEN: This API key does not hold the scope payouts:gate');
    expect(await ask(await sign(withRoles('operator')), gate)).toBeNull();
    for (const roles of [['Operator'], ['root', '*', 'payouts:gate'], ['constructor', '__proto__'], []]) {
      expect([roles, await ask(await sign(withRoles(...roles)))]).toEqual([
        roles,
        expect.stringContaining('FORBIDDEN'),
      ]);
    }
    const asText = (roles: string): JWTPayload => claims({ realm_access: { roles } });
    expect(await ask(await sign(asText('operator')), gate)).toBeNull();
    expect(await ask(await sign(asText('Payments operator')), gate)).toMatch(/^FORBIDDEN/);
    const elsewhere = claims({ realm_access: undefined, roles: ['viewer'], 'realm_access.roles': null });
    expect(await ask(await sign(elsewhere))).toMatch(/^FORBIDDEN/);
  });

  it('people are shown under their subject at the identity provider', async () => {
    const shut = 'mutation { setPayoutGate(input: { isOpen: false, reason: "x" }) { userErrors { code } } }';
    expect(await ask(await sign({ ...withRoles('operator'), sub: 'u-shut' }), shut)).toBeNull();
    const shown = await purser.api.request('{ payoutGate { changedBy { id kind name } } }');
    expect(shown).toEqual({
      payoutGate: { changedBy: { id: expect.any(String) as string, kind: 'PERSON', name: 'u-shut' } },
    });
  });

  it.each([
    ['approver', 'operator'],
    ['approver', 'admin'],
    ['operator', 'admin'],
  ])('refuses a person with the roles %s and %s', async (...roles) => {
    const refusal = 'UNAUTHENTICATED: This token holds roles that nobody may hold together.';
    const sub = `u-${roles.join('-')}`;
    const token = await sign({ ...withRoles(...roles), sub });
    expect(await ask(token)).toBe(refusal);
    expect((await (await ProtocolSocket.open(purser.url, token)).closed).code).toBe(4403);
    const trace = { operation: null, after: { why: 'DUTIES_COMBINED' } };
    expect(await refusalsOf(sub)).toMatchObject([trace, trace]);
    expect(await ask(await sign(withRoles('admin', 'auditor')))).toBeNull();
  });

  it('a person has one actor id, whichever token they present', async () => {
    const act = async (sub: string, jti: string): Promise<void> => {
      expect(await ask(await sign(claims({ sub, jti })), '{ apiKeys { totalCount } }')).toMatch(/^FORBIDDEN/);
    };
    // Concurrently on their first requests, and once more later.
    await Promise.all([act('u-2', '1'), act('u-2', '2'), act('u-3', '3')]);
    await act('u-2', '4');
    const [two, three] = [await refusalsOf('u-2'), await refusalsOf('u-3')];
    expect(two).toHaveLength(3);
    expect(new Set(two.map(({ actor }) => actor.id)).size).toBe(1);
    expect(three).toHaveLength(1);
    expect(three[0]!.actor.id).not.toBe(two[0]!.actor.id);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['that nobody signed', () => new UnsecuredJWT(claims()).encode()],
    ['whose signature was cut off', async () => (await sign(claims())).replace(/\.[^.]*$/, '.')],
    ['that somebody else signed', () => sign(claims(), 'RS256', stranger.privateKey)],
    ['of another algorithm, whose key is known', () => sign(claims(), 'PS256')],
    [
      'that says another key signed it',
      () => sign(claims(), 'ES256').then((token) => relabelled(token, { alg: 'RS256', kid: 'RS256' })),
    ],
    [
      'signed with the public key as a secret',
      async () => {
        const secret = new TextEncoder().encode(await exportSPKI(keys.RS256.publicKey));
        return new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'RS256' }).sign(secret);
      },
    ],
    [
      'that brings its own key',
      () =>
        sign(claims(), 'RS256', stranger.privateKey).then((token) =>
          relabelled(token, { alg: 'RS256', jku: 'http://127.0.0.1:9/' }),
        ),
    ],
    ['of another issuer', () => sign(claims({ iss: 'https://id.example' }))],
    ['for another audience', () => sign(claims({ aud: ['other'] }))],
    ['for nobody', () => sign(without('aud'))],
    ['of no subject', () => sign(without('sub'))],
    ['of an empty subject', () => sign(claims({ sub: '' }))],
    ['of a subject that is no text', () => sign(claims({ sub: { id: 'u-1' } as unknown as string }))],
    ['that has expired', () => sign(claims({ iat: seconds() - 700, exp: seconds() - 61 }))],
    ['without an end', () => sign(without('exp'))],
    ['without a beginning', () => sign(without('iat'))],
    ['that is not valid yet', () => sign(claims({ nbf: seconds() + 120 }))],
    ['from the future', () => sign(claims({ iat: seconds() + 120, exp: seconds() + 600 }))],
    ['that is too old, whatever its end', () => sign(claims({ iat: seconds() - 961, exp: seconds() + 86_400 }))],
    [
      'with a role written into it',
      async () => {
        const [head, , signature] = (await sign(claims())).split('.');
        return [head, encoded(withRoles('admin')), signature].join('.');
      },
    ],
  ])('refuses a token %s', async (_, make) => {
    const token = await make();
    expect(await ask(token)).toBe(REFUSED);
    expect(await ProtocolSocket.refusal(purser.url, token)).toBe(4403);
  });

  it('accepts a token if the clocks differ by up to a minute', async () => {
    expect(await ask(await sign(claims({ iat: seconds() + 50, exp: seconds() + 600 })))).toBeNull();
  });

  it.each([
    ['when their token ends', { iat: -30, exp: 8 }],
    ['a quarter of an hour after it was made, whatever its end', { iat: 8 - 900, exp: 86_400 }],
  ])('disconnects people %s', async (_, { iat, exp }) => {
    const token = await sign(claims({ iat: seconds() + iat, exp: seconds() + exp }));
    const socket = await ProtocolSocket.open(purser.url, token);
    expect(await socket.closed).toEqual({ code: 4401, reason: 'API key expired' });
  });

  it("unknown key ids do not make Purser fetch the provider's keys again and again", async () => {
    const before = fetched;
    for (let n = 0; n < 20; n += 1) {
      const token = await new SignJWT(claims())
        .setProtectedHeader({ alg: 'RS256', kid: `k${n}` })
        .sign(keys.RS256.privateKey);
      expect(await ask(token)).toBe(REFUSED);
    }
    expect(fetched - before).toBeLessThanOrEqual(1);
  });

  it('API keys still work when an identity provider is configured', async () => {
    expect((await purser.api.send('{ accounts { id } }')).errors).toEqual([]);
  });
});

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function relabelled(token: string, header: unknown): string {
  return [encoded(header), ...token.split('.').slice(1)].join('.');
}
