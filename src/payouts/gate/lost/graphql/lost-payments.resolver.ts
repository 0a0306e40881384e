import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../../../platform/graphql/request-context.js';
import { RefusesInput } from '../../../../platform/graphql/validation/refuses-input.js';
import { Requires } from '../../../../access/scopes/requires.decorator.js';
import { CloseLostPaymentService } from '../close-lost-payment.service.js';
import { CloseLostPaymentInput, CloseLostPaymentPayload, toCloseLostPaymentPayload } from './close-lost-payment.js';

@Resolver()
export class LostPaymentsResolver {
  constructor(private readonly closing: CloseLostPaymentService) {}

  @Mutation(() => CloseLostPaymentPayload, {
    description:
      "Proposes to close a lost payment: a payment at the provider that matches none of Purser's payouts, reported as an UNKNOWN_PAYOUT discrepancy. Another person confirms the change request. Payouts that the payment blocked are then sent. For 30 days, a similar new payout still needs an approval.",
  })
  @Requires('payouts:resolve')
  @RefusesInput<CloseLostPaymentPayload>(() => ({ changeRequest: null }))
  async closeLostPayment(
    @Args('input', { description: 'The payment to close.' }) { discrepancyId, reference }: CloseLostPaymentInput,
    @Context('caller') caller: Caller,
  ): Promise<CloseLostPaymentPayload> {
    return toCloseLostPaymentPayload(await this.closing.propose({ discrepancyId, reference, proposedBy: caller.id }));
  }
}
