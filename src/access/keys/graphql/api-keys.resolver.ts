import { Args, Context, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import type { Caller, GraphqlContext } from '../../../platform/graphql/request-context.js';
import { ParseId } from '../../../platform/graphql/validation/parse-id.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { ApiKeysService } from '../api-keys.service.js';
import { validateApiKey } from '../domain/api-key-draft.js';
import { ApiKeysPageQuery } from '../persistence/api-keys-page.query.js';
import { RedeemApiKeyService } from '../redeem-api-key.service.js';
import { OpenToEverybody, Requires } from '../../scopes/requires.decorator.js';
import { ApiKeyConnectionModel, ApiKeyModel, toApiKeyModel } from './api-key.model.js';
import { CreateApiKeyInput, CreateApiKeyPayload, toApiKeyDraft, toCreateApiKeyPayload } from './create-api-key.js';
import { RedeemApiKeyInput, RedeemApiKeyPayload, toRedeemApiKeyPayload } from './redeem-api-key.js';
import { RevokeApiKeyInput, RevokeApiKeyPayload, toRevokeApiKeyPayload } from './revoke-api-key.js';
import { RotateApiKeyInput, RotateApiKeyPayload, toRotateApiKeyPayload } from './rotate-api-key.js';

@Resolver(() => ApiKeyModel)
export class ApiKeysResolver {
  constructor(
    private readonly service: ApiKeysService,
    private readonly redemption: RedeemApiKeyService,
    private readonly pages: ApiKeysPageQuery,
  ) {}

  @Query(() => ApiKeyModel, { nullable: true, description: 'One API key; null if there is none with this id.' })
  @Requires('keys:confirm')
  async apiKey(
    @Args('id', { type: () => ID, description: "Purser's id for the API key." }, ParseId) id: string,
  ): Promise<ApiKeyModel | null> {
    const key = await this.pages.find(id);
    return key && toApiKeyModel(key);
  }

  @Query(() => ApiKeyConnectionModel, { description: 'API keys, newest first, in pages.' })
  @Requires('keys:confirm')
  async apiKeys(@Args() args: PageArguments): Promise<Connection<ApiKeyModel>> {
    return this.pages.page({}, args, toApiKeyModel);
  }

  @Query(() => ApiKeyModel, {
    nullable: true,
    description:
      "The caller's API key, with its last rotation; null if the caller signed in through the identity provider.",
  })
  @Requires('keys:rotate')
  async currentApiKey(@Context('caller') caller: Caller): Promise<ApiKeyModel | null> {
    const key = await this.service.find(caller.id);
    return key && toApiKeyModel(key);
  }

  @Mutation(() => CreateApiKeyPayload, {
    description: 'Proposes an API key, which another person must confirm and the holder must redeem.',
  })
  @Requires('keys:manage')
  @RefusesInput<CreateApiKeyPayload>((input: CreateApiKeyInput) => {
    const validation = validateApiKey(toApiKeyDraft(input), new Date());
    const refusals = validation.kind === 'refused' ? validation.refusals : [];
    return toCreateApiKeyPayload({ key: null, shown: null, changeRequest: null, refusals });
  })
  async createApiKey(
    @Args('input', { description: 'The API key to create.' }) input: CreateApiKeyInput,
    @Context('caller') caller: Caller,
  ): Promise<CreateApiKeyPayload> {
    return toCreateApiKeyPayload(await this.service.create(toApiKeyDraft(input), caller));
  }

  @Mutation(() => RedeemApiKeyPayload, {
    description: 'Returns the secret of a confirmed API key in exchange for its two halves. Requires no credentials.',
  })
  @OpenToEverybody()
  async redeemApiKey(
    @Args('input', { description: 'The two halves of the key.' }) { firstHalf, secondHalf }: RedeemApiKeyInput,
    @Context() { caller, clientAddress }: GraphqlContext,
  ): Promise<RedeemApiKeyPayload> {
    const halves = { first: firstHalf, second: secondHalf };
    return toRedeemApiKeyPayload(await this.redemption.redeem(halves, { caller, clientAddress }));
  }

  @Mutation(() => RotateApiKeyPayload, {
    description: "Gives the caller's API key a new secret. The old secret keeps working for a while.",
  })
  @Requires('keys:rotate')
  async rotateApiKey(
    @Args('input', {
      description: 'The key, and how long the old secret keeps working.',
    })
    { id, overlapHours }: RotateApiKeyInput,
    @Context('caller') caller: Caller,
  ): Promise<RotateApiKeyPayload> {
    return toRotateApiKeyPayload(await this.service.rotate({ id, overlapHours }, caller));
  }

  @Mutation(() => RevokeApiKeyPayload, { description: 'Revokes an API key, immediately and permanently.' })
  @Requires('keys:manage')
  @RefusesInput<RevokeApiKeyPayload>(async ({ id }: RevokeApiKeyInput, { service }: ApiKeysResolver) => {
    const key = await service.find(id);
    return { apiKey: key && toApiKeyModel(key) };
  })
  async revokeApiKey(
    @Args('input', { description: 'The key, and the reason.' }) { id, reason }: RevokeApiKeyInput,
    @Context('caller') caller: Caller,
  ): Promise<RevokeApiKeyPayload> {
    return toRevokeApiKeyPayload(await this.service.revoke({ id, reason }, caller));
  }
}
