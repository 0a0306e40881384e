import { Field, ObjectType } from '@nestjs/graphql';
import { ActorModel } from '../../desk/audit/graphql/actor.model.js';
import { type ApiKeyRole, ApiKeyRoleEnum } from '../keys/graphql/api-key.model.js';

@ObjectType('Viewer', { description: 'The caller, and what the caller may do.' })
export class ViewerModel {
  @Field(() => ActorModel, { description: 'The API key or person.' })
  actor: ActorModel;

  @Field(() => [ApiKeyRoleEnum], { description: 'Roles of the caller; empty for a key that has only scopes.' })
  roles: ApiKeyRole[];

  @Field(() => [String], { description: 'All scopes of the caller, in alphabetical order.' })
  scopes: string[];

  @Field(() => Date, {
    nullable: true,
    description: 'When the dashboard session ends unless it is used again; null if the caller has no session.',
  })
  sessionEndsAt: Date | null;
}
