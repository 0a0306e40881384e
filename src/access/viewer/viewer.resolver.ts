import { Context, Query, Resolver } from '@nestjs/graphql';
import type { Caller } from '../../graphql/request-context.js';
import { OpenToCallers } from '../../scopes/requires.decorator.js';
import { ViewerModel } from './viewer.model.js';

@Resolver(() => ViewerModel)
export class ViewerResolver {
  @Query(() => ViewerModel, { description: 'The caller. Every caller may ask.' })
  @OpenToCallers()
  viewer(@Context('caller') { id, kind, name, scopes, session }: Caller): ViewerModel {
    return { actor: { id, kind, name }, scopes: [...scopes].sort(), sessionEndsAt: session?.endsAt ?? null };
  }
}
