import { Context, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../platform/graphql/request-context.js';
import { toApiKeyRoles } from '../keys/graphql/api-key.model.js';
import { OpenToCallers } from '../scopes/requires.decorator.js';
import { ViewerModel } from './viewer.model.js';

@Resolver(() => ViewerModel)
export class ViewerResolver {
  @Query(() => ViewerModel, { description: 'The caller of this request. Open to every caller.' })
  @OpenToCallers()
  viewer(@Context('caller') { id, kind, name, roles, scopes, session }: Caller): ViewerModel {
    return {
      actor: { id, kind, name },
      roles: toApiKeyRoles(roles),
      scopes: [...scopes].sort(),
      sessionEndsAt: session?.endsAt ?? null,
    };
  }
}
