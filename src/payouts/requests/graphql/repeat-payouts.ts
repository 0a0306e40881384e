import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { mutationPayload } from '../../../platform/graphql/user-error.model.js';
import { PAYOUT_PROBLEMS } from '../../destinations/payout-problem.js';
import { NotEmpty } from '../../../platform/graphql/validation/max-entries.decorator.js';
import { NestedList } from '../../../platform/graphql/validation/nested.decorator.js';
import type { RepeatPayoutRequest, RepeatPayoutResult as Repeated } from '../repeat-payout.service.js';
import { COUNT_REFUSAL, MAX_PAYOUTS } from './many-payouts.js';
import {
  RepeatPayoutInput,
  RepeatPayoutPayload,
  toRepeatPayoutPayload,
  toRepeatPayoutRequest,
} from './repeat-payout.js';

@InputType('RepeatPayoutsInput', { description: 'The payouts to repeat, and what to correct.' })
export class RepeatPayoutsInput {
  @Field(() => [RepeatPayoutInput], { description: 'The payouts, 1 to 200, each with its own idempotency key.' })
  @NotEmpty('COUNT_INVALID')
  @NestedList(() => RepeatPayoutInput, { max: MAX_PAYOUTS, code: 'COUNT_INVALID' })
  items: RepeatPayoutInput[];
}

export function toRepeatRequests({ items }: RepeatPayoutsInput, createdBy: string): RepeatPayoutRequest[] {
  return items.map((item) => toRepeatPayoutRequest(item, createdBy));
}

@ObjectType('RepeatPayoutResult', { description: 'The result for one of several payouts.' })
export class RepeatPayoutResult extends RepeatPayoutPayload {
  @Field(() => ID, { description: "Purser's id for the payout that ended without being paid." })
  payoutId: string;
}

@ObjectType('RepeatPayoutsPayload', { description: 'One result per payout, and the problems with the request.' })
export class RepeatPayoutsPayload extends mutationPayload('RepeatPayouts', {
  description: 'Why none of the payouts was repeated.',
  values: {
    ...COUNT_REFUSAL,
    // Only TEXT_INVALID of a key or a note refuses all of them; every other problem is in the result of its payout.
    ...PAYOUT_PROBLEMS,
  },
}) {
  @Field(() => [RepeatPayoutResult], { description: 'One result per item, in the order of `items`.' })
  results: RepeatPayoutResult[];
}

export function toRepeatPayoutsPayload(
  { items }: RepeatPayoutsInput,
  results: readonly Repeated[],
): RepeatPayoutsPayload {
  const toResult = (result: Repeated, at: number): RepeatPayoutResult => {
    const { userErrors, ...payload } = toRepeatPayoutPayload(result);
    const inItem = (field: string[] | null) => field && ['input', 'items', String(at), ...field.slice(1)];
    return {
      ...payload,
      payoutId: items[at]?.payoutId ?? '',
      userErrors: userErrors.map(({ code, message, field }) => ({ code, message, field: inItem(field) })),
    };
  };
  return { results: results.map(toResult), userErrors: [] };
}
