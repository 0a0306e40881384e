import { z } from 'zod';
import { type PurserAddress, PurserClient } from '../tour/purser-client.js';

const ENABLED_METHODS = ['HOSTED_PAGE', 'CARD_H2H', 'CARD_IN_ORDER', 'WALLET1', 'WALLET2', 'BANK_TRANSFER'];

/**
 * Saves a profile with every payment method, like the sandbox's, for the terminal of the first account. Keeps an
 * existing profile.
 * @throws Error if Purser refuses
 */
export async function enableEveryMethod(address: PurserAddress): Promise<void> {
  const client = new PurserClient(address);
  const { accounts } = await client.request(
    '{ accounts { id terminalProfile { methods { method } } } }',
    {},
    z.object({
      accounts: z.array(
        z.object({
          id: z.string(),
          terminalProfile: z.object({ methods: z.array(z.object({ method: z.string() })) }),
        }),
      ),
    }),
  );
  const [first] = accounts;
  if (first === undefined || first.terminalProfile.methods.some(({ method }) => method !== 'HOSTED_PAGE')) return;
  const { updateTerminalProfile } = await client.request(
    `mutation ($input: UpdateTerminalProfileInput!) {
      updateTerminalProfile(input: $input) { userErrors { message } }
    }`,
    { input: { accountId: first.id, enabledMethods: ENABLED_METHODS, reason: "As the sandbox's terminal is." } },
    z.object({
      updateTerminalProfile: z.object({ userErrors: z.array(z.object({ message: z.string() })) }),
    }),
  );
  const [problem] = updateTerminalProfile.userErrors;
  if (problem !== undefined) throw new Error(`The methods could not be enabled: ${problem.message}`);
}
