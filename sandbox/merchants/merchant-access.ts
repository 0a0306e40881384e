import { type Answer, refusalAnswer } from '../http/answer.js';
import type { Call } from '../http/route.js';
import type { Merchant, MerchantDirectory } from './merchant-directory.js';

/** Requires the merchant's API token in `X-Api-Token` (interface, Authentication 1). */
export function asMerchant({
  merchants,
  call,
  respond,
}: {
  merchants: MerchantDirectory;
  call: Call;
  respond: (merchant: Merchant) => Promise<Answer> | Answer;
}): Promise<Answer> | Answer {
  const merchant = merchants.findByToken(call.header('x-api-token'));
  if (merchant === null) return refusalAnswer({ status: 401, message: 'X-Api-Token is missing or unknown.' });
  call.visit.merchantId = merchant.merchantId;
  return respond(merchant);
}
