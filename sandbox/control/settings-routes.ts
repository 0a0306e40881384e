import { type Answer, jsonAnswer } from '../http/answer.js';
import { problemAnswer } from '../http/problem-answer.js';
import type { Call, Route } from '../http/route.js';
import type { OrderPace } from '../orders/order-pace.js';
import type { PayoutPace } from '../payouts/payout-pace.js';
import type { MerchantSettings } from '../webhooks/merchant-settings.js';
import { settingsChangeSchema } from './settings.schema.js';

interface SettingsParts {
  readonly settings: MerchantSettings;
  readonly pace: PayoutPace & OrderPace;
}

export function settingsRoutes(parts: SettingsParts): Route[] {
  return [
    { method: 'put', path: '/control/settings', booked: false, respond: (call) => changeSettings({ parts, call }) },
  ];
}

async function changeSettings({
  parts: { settings, pace },
  call,
}: {
  parts: SettingsParts;
  call: Call;
}): Promise<Answer> {
  const change = settingsChangeSchema.safeParse(await call.readJson());
  if (!change.success) return problemAnswer(change.error);
  const { payoutProcessingDelayMs, payoutCompletionDelayMs, h2hStageDelayMs, orderOutcomeDelayMs, ...merchant } =
    change.data;
  Object.assign(settings, merchant);
  const delays = { payoutProcessingDelayMs, payoutCompletionDelayMs, h2hStageDelayMs, orderOutcomeDelayMs };
  Object.assign(pace, Object.fromEntries(Object.entries(delays).filter(([, delayMs]) => delayMs !== undefined)));
  const { orderWebhookUrl, payoutWebhookUrl } = settings;
  return jsonAnswer({ status: 200, body: { orderWebhookUrl, payoutWebhookUrl, ...pace } });
}
