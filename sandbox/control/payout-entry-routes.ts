import { type Answer, jsonAnswer, refusalAnswer } from '../http/answer.js';
import { problemAnswer } from '../http/problem-answer.js';
import type { Call, Route } from '../http/route.js';
import type { MerchantDirectory } from '../merchants/merchant-directory.js';
import type { PayoutRegister } from '../payouts/payout-register.js';
import type { MerchantSettings } from '../webhooks/merchant-settings.js';
import { payoutEntriesSchema } from './payout-entry.schema.js';

interface EntryParts {
  readonly payouts: PayoutRegister;
  readonly merchants: MerchantDirectory;
  readonly settings: MerchantSettings;
}

/** Adds payouts that were not created through the API. */
export function payoutEntryRoutes(parts: EntryParts): Route[] {
  return [{ method: 'post', path: '/control/payouts', booked: false, respond: (call) => enter({ parts, call }) }];
}

async function enter({ parts, call }: { parts: EntryParts; call: Call }): Promise<Answer> {
  const entries = payoutEntriesSchema.safeParse(await call.readJson());
  if (!entries.success) return problemAnswer(entries.error);
  const { merchantId: wanted, payouts: wantedPayouts, announce } = entries.data;
  const merchant = parts.merchants.list().find(({ merchantId }) => (wanted ?? merchantId) === merchantId);
  if (merchant === undefined) return refusalAnswer({ status: 404, message: 'There is no such merchant.' });
  const hasNoAddress = wantedPayouts.some(({ callbackUrl }) => callbackUrl === null);
  if (announce && hasNoAddress && parts.settings.payoutWebhookUrl === null) {
    return refusalAnswer({ status: 409, message: 'No address for this webhook is set.' });
  }
  const { merchantId } = merchant;
  const drafts = wantedPayouts.map(({ id, status, ...creation }) =>
    parts.payouts.enterable({ merchantId, creation, receivedAt: call.receivedAt, id, status }),
  );
  const taken = drafts.find(({ id }) => parts.payouts.find(id) !== null);
  if (taken !== undefined) return refusalAnswer({ status: 409, message: 'There is a payout with this id.' });
  await parts.payouts.enter(drafts);
  if (announce) for (const payout of drafts) await parts.payouts.announce(payout);
  return jsonAnswer({ status: 201, body: { ids: drafts.map(({ id }) => id) } });
}
