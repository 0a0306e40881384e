import { Args, Context, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { ParseId } from '../../../platform/graphql/validation/parse-id.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { Requires } from '../../scopes/requires.decorator.js';
import { ChangeRequestsService } from '../change-requests.service.js';
import { ConfirmChangeRequestService } from '../confirm-change-request.service.js';
import { DeclineChangeRequestService } from '../decline-change-request.service.js';
import { ChangeRequestModel, toChangeRequestModel } from './change-request.model.js';
import { ChangeRequestsArguments } from './change-requests-arguments.js';
import {
  ConfirmChangeRequestInput,
  ConfirmChangeRequestPayload,
  toConfirmChangeRequestPayload,
} from './confirm-change-request.js';
import {
  DeclineChangeRequestInput,
  DeclineChangeRequestPayload,
  toDeclineChangeRequestPayload,
} from './decline-change-request.js';

/** Change requests. Each kind of change has a separate mutation to propose it; all of them are confirmed here. */
@Resolver(() => ChangeRequestModel)
export class ChangeRequestsResolver {
  constructor(
    private readonly requests: ChangeRequestsService,
    private readonly confirming: ConfirmChangeRequestService,
    private readonly declining: DeclineChangeRequestService,
  ) {}

  @Query(() => ChangeRequestModel, {
    nullable: true,
    description: 'One change request, open or closed; null if there is none with this id that the caller may see.',
  })
  @Requires('payouts:read')
  async changeRequest(
    @Args('id', { type: () => ID, description: "Purser's id for the change request." }, ParseId) id: string,
    @Context('caller') caller: Caller,
  ): Promise<ChangeRequestModel | null> {
    const request = await this.requests.findSeen(id, caller.scopes);
    return request && toChangeRequestModel(request);
  }

  @Query(() => [ChangeRequestModel], {
    description: 'Open change requests, oldest first, at most 100.',
  })
  @Requires('payouts:read')
  async changeRequests(
    @Args() { kinds, subject }: ChangeRequestsArguments,
    @Context('caller') caller: Caller,
  ): Promise<ChangeRequestModel[]> {
    const open = await this.requests.listOpen(caller.scopes, { kinds: kinds ?? null, subject: subject ?? null });
    return open.map(toChangeRequestModel);
  }

  @Mutation(() => ConfirmChangeRequestPayload, {
    description:
      'Confirms and makes a change that another person proposed, exactly as stored. Also requires the scopes for that kind of change.',
  })
  @Requires('changes:confirm')
  async confirmChangeRequest(
    @Args('input', { description: 'The change request.' }) { id, contentHash }: ConfirmChangeRequestInput,
    @Context('caller') caller: Caller,
  ): Promise<ConfirmChangeRequestPayload> {
    return toConfirmChangeRequestPayload(await this.confirming.confirm({ id, contentHash, caller }));
  }

  @Mutation(() => DeclineChangeRequestPayload, { description: 'Closes a change request without making the change.' })
  @Requires('changes:confirm')
  @RefusesInput<DeclineChangeRequestPayload>(() => ({ changeRequest: null }))
  async declineChangeRequest(
    @Args('input', { description: 'The change request, and the reason.' }) { id, reason }: DeclineChangeRequestInput,
    @Context('caller') caller: Caller,
  ): Promise<DeclineChangeRequestPayload> {
    return toDeclineChangeRequestPayload(await this.declining.decline({ id, reason, caller }));
  }
}
