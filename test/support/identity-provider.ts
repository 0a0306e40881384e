import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Role } from '../../src/access/scopes/scopes.js';
import type { TestDatabase } from './test-database.js';

const ISSUER = 'https://id.example/';
const AUDIENCE = 'purser';

/** An identity provider that signs tokens for the test's people. */
export interface IdentityProvider {
  /** The settings that make Purser trust this provider. */
  readonly settings: Readonly<Record<string, string>>;
  tokenOf(subject: string, roles: readonly Role[]): Promise<string>;
  close(): Promise<void>;
}

export async function openIdentityProvider(): Promise<IdentityProvider> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }];
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    settings: {
      OIDC_ISSUER: ISSUER,
      OIDC_AUDIENCE: AUDIENCE,
      OIDC_JWKS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    },
    tokenOf: (subject, roles) =>
      new SignJWT({ roles })
        .setProtectedHeader({ alg: 'ES256', kid: 'k' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime('10m')
        .sign(privateKey),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the id that Purser gave to a person who has signed in. */
export async function personId({ query }: Pick<TestDatabase, 'query'>, subject: string): Promise<string> {
  const [row] = await query<{ id: string }>('SELECT id FROM people WHERE subject = $1', [subject]);
  if (!row) throw new Error(`${subject} was never let in`);
  return row.id;
}

/** Inserts a person who has signed in once, and returns their id. */
export async function insertPerson(
  { query }: Pick<TestDatabase, 'query'>,
  { isBlocked = false }: { readonly isBlocked?: boolean } = {},
): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO people (id, issuer, subject, blocked_at, blocked_by, block_reason)
     VALUES ($1, $2, $3, CASE WHEN $4 THEN now() END, CASE WHEN $4 THEN gen_random_uuid() END,
       CASE WHEN $4 THEN 'Lost.' END)`,
    [id, ISSUER, id, isBlocked],
  );
  return id;
}
