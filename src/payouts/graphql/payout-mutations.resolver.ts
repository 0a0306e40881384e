import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { Requires } from '../../access/requires.decorator.js';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import type { Caller } from '../../graphql/request-context.js';
import { CreatePayoutService } from '../create-payout.service.js';
import { PayoutOperationsService } from '../payout-operations.service.js';
import { RefreshPayoutService } from '../refresh-payout.service.js';
import { UnconfirmedPayoutService } from '../unconfirmed-payout.service.js';
import { ApprovePayoutInput } from './approve-payout.input.js';
import { ApprovePayoutPayload, toApprovePayoutPayload } from './approve-payout.payload.js';
import { BindUnconfirmedPayoutInput, toBindRequest } from './bind-unconfirmed-payout.input.js';
import { BindUnconfirmedPayoutPayload, toBindUnconfirmedPayoutPayload } from './bind-unconfirmed-payout.payload.js';
import { CloseUnconfirmedPayoutInput, toCloseRequest } from './close-unconfirmed-payout.input.js';
import { CloseUnconfirmedPayoutPayload, toCloseUnconfirmedPayoutPayload } from './close-unconfirmed-payout.payload.js';
import { CreatePayoutInput, toCreatePayoutRequest } from './create-payout.input.js';
import { CreatePayoutPayload, toCreatePayoutPayload } from './create-payout.payload.js';
import { PayoutModel } from './payout.model.js';
import { RefreshPayoutInput } from './refresh-payout.input.js';
import { RefreshPayoutPayload, toRefreshPayoutPayload } from './refresh-payout.payload.js';
import { toWithdrawPayoutPayload, WithdrawPayoutPayload } from './withdraw-payout.payload.js';
import { WithdrawPayoutInput } from './withdraw-payout.input.js';

/** What callers and people do with payouts. Who does it is the API key, never an argument. */
@Resolver(() => PayoutModel)
export class PayoutMutationsResolver {
  constructor(
    private readonly creation: CreatePayoutService,
    private readonly operations: PayoutOperationsService,
    private readonly refreshing: RefreshPayoutService,
    private readonly decisions: UnconfirmedPayoutService,
  ) {}

  @Mutation(() => CreatePayoutPayload, { description: 'Creates a payout, and sends it at once when it may be sent.' })
  @Requires('payouts:create')
  async createPayout(
    @Args('input', { description: 'The payout to create.' }) input: CreatePayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<CreatePayoutPayload> {
    return toCreatePayoutPayload(await this.creation.create(toCreatePayoutRequest(input, caller.id)));
  }

  @Mutation(() => WithdrawPayoutPayload, { description: 'Takes a payout back before it is sent.' })
  @Requires('payouts:create')
  async withdrawPayout(
    @Args('input', { description: 'The payout to take back.' }) input: WithdrawPayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<WithdrawPayoutPayload> {
    const id = parseUuidInput(input.payoutId, ['input', 'payoutId']);
    return toWithdrawPayoutPayload(await this.operations.withdraw(id, caller.id));
  }

  @Mutation(() => ApprovePayoutPayload, {
    description: 'Approves a held payout, by another API key than the one that created it, and sends it.',
  })
  @Requires('payouts:approve')
  async approvePayout(
    @Args('input', { description: 'The payout to approve.' }) input: ApprovePayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<ApprovePayoutPayload> {
    const id = parseUuidInput(input.payoutId, ['input', 'payoutId']);
    return toApprovePayoutPayload(await this.operations.approve(id, caller.id));
  }

  @Mutation(() => RefreshPayoutPayload, { description: 'Reads a payout back from the payment service now.' })
  @Requires('payouts:read')
  async refreshPayout(
    @Args('input', { description: 'The payout to read back.' }) input: RefreshPayoutInput,
  ): Promise<RefreshPayoutPayload> {
    const id = parseUuidInput(input.payoutId, ['input', 'payoutId']);
    return toRefreshPayoutPayload(await this.refreshing.refresh(id));
  }

  @Mutation(() => BindUnconfirmedPayoutPayload, {
    description:
      'States which payout at the payment service an unconfirmed one is. The first call proposes it; the same call by ' +
      'another API key confirms it, and it is bound when a read-back shows the same payout.',
  })
  @Requires('payouts:resolve')
  async bindUnconfirmedPayout(
    @Args('input', { description: 'The two that are one.' }) input: BindUnconfirmedPayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<BindUnconfirmedPayoutPayload> {
    return toBindUnconfirmedPayoutPayload(await this.decisions.bind(toBindRequest(input, caller.id)));
  }

  @Mutation(() => CloseUnconfirmedPayoutPayload, {
    description:
      'States that the payment service does not have an unconfirmed payout. The first call proposes it; the same call ' +
      'by another API key confirms it, and the payout is closed or sent once more.',
  })
  @Requires('payouts:resolve')
  async closeUnconfirmedPayout(
    @Args('input', { description: 'The payout to close.' }) input: CloseUnconfirmedPayoutInput,
    @Context('caller') caller: Caller,
  ): Promise<CloseUnconfirmedPayoutPayload> {
    return toCloseUnconfirmedPayoutPayload(await this.decisions.close(toCloseRequest(input, caller.id)));
  }
}
