import { z } from 'zod';
import { PurserClient } from '../tour/purser-client.js';
import { readIfPresent, writeSecretly } from './secret-file.js';

/** Purser's address and the two people who exist from the start. */
export interface FirstPeople {
  readonly graphqlUrl: string;
  readonly bootstrapKey: string;
  readonly approverKey: string;
}

// Just below the maximum lifetime of a key. If the key has expired, the next start creates another one.
const LIFETIME_MS = 364 * 86_400_000;

// A new user does not lose this many keys. A database with more keys is not a new user's.
const MOST_KEYS = 20;

const userErrors = z.array(z.object({ message: z.string() }));

/** Returns the operator's key that an earlier start stored in `file`. Creates another if it is missing or invalid. */
export async function keepOperatorKey(file: string, people: FirstPeople): Promise<string> {
  const kept = (await readIfPresent(file))?.trim();
  if (kept !== undefined && (await opensSomething(people, kept))) return kept;
  const key = await makeOperatorKey(people);
  await writeSecretly(file, `${key}\n`);
  return key;
}

/**
 * Creates an operator's key as people do: one proposes it, another confirms it, and the holder redeems it.
 * @throws Error if Purser refuses
 */
export function makeOperatorKey(people: FirstPeople): Promise<string> {
  return makeKey(people, 'OPERATOR');
}

/**
 * Creates a key with one role: one person proposes it, another confirms it, and the holder redeems it.
 * @throws Error if Purser refuses
 */
export async function makeKey(
  { graphqlUrl, bootstrapKey, approverKey }: FirstPeople,
  role: 'OPERATOR' | 'VIEWER',
  number = 1,
): Promise<string> {
  const address = { graphqlUrl, subscriptionUrl: graphqlUrl.replace(/^http/, 'ws') };
  const maker = new PurserClient({ ...address, apiKey: bootstrapKey });
  const { createApiKey: made } = await maker.request(
    `mutation ($input: CreateApiKeyInput!) {
      createApiKey(input: $input) { changeRequest { id contentHash } firstHalf userErrors { code message } }
    }`,
    {
      input: {
        name: number === 1 ? role.toLowerCase() : `${role.toLowerCase()} ${number}`,
        roles: [role],
        expiresAt: new Date(Date.now() + LIFETIME_MS).toISOString(),
      },
    },
    z.object({
      createApiKey: z.object({
        changeRequest: z.object({ id: z.string(), contentHash: z.string() }).nullable(),
        firstHalf: z.string().nullable(),
        userErrors: z.array(z.object({ code: z.string(), message: z.string() })),
      }),
    }),
  );
  // There is a key with this name, but its secret is lost, so another key is created with a number in its name.
  const isTaken = made.userErrors.some(({ code }) => code === 'NAME_TAKEN');
  if (isTaken && number < MOST_KEYS) return makeKey({ graphqlUrl, bootstrapKey, approverKey }, role, number + 1);
  if (made.changeRequest === null || made.firstHalf === null) throw refusal(made.userErrors);
  const confirmer = new PurserClient({ ...address, apiKey: approverKey });
  const { confirmChangeRequest: confirmed } = await confirmer.request(
    `mutation ($input: ConfirmChangeRequestInput!) {
      confirmChangeRequest(input: $input) { secondHalf userErrors { message } }
    }`,
    { input: made.changeRequest },
    z.object({ confirmChangeRequest: z.object({ secondHalf: z.string().nullable(), userErrors }) }),
  );
  if (confirmed.secondHalf === null) throw refusal(confirmed.userErrors);
  // Sent without a key, because the holder has none yet.
  const { redeemApiKey: redeemed } = await new PurserClient({ ...address, apiKey: null }).request(
    'mutation ($input: RedeemApiKeyInput!) { redeemApiKey(input: $input) { secret userErrors { message } } }',
    { input: { firstHalf: made.firstHalf, secondHalf: confirmed.secondHalf } },
    z.object({ redeemApiKey: z.object({ secret: z.string().nullable(), userErrors }) }),
  );
  if (redeemed.secret === null) throw refusal(redeemed.userErrors);
  return redeemed.secret;
}

async function opensSomething({ graphqlUrl }: FirstPeople, apiKey: string): Promise<boolean> {
  const response = await fetch(graphqlUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ query: '{ accounts { id } }' }),
  });
  return response.ok;
}

function refusal(errors: z.infer<typeof userErrors>): Error {
  return new Error(`The key could not be made: ${errors.map(({ message }) => message).join('; ')}`);
}
