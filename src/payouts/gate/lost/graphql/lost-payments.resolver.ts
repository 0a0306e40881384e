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
      'Proposes that a provider payment belongs to no payout here: a discrepancy of the kind ' +
      'UNKNOWN_PAYOUT. Another person confirms the change request; payouts that the payment blocked are ' +
      'then sent. For 30 days a similar new payout still needs an approval.',
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
