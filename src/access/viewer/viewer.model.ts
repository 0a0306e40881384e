import { Field, ObjectType } from '@nestjs/graphql';
import { ActorModel } from '../../desk/audit/graphql/actor.model.js';
import { type ApiKeyRole, ApiKeyRoleEnum } from '../keys/graphql/api-key.model.js';

@ObjectType('Viewer', { description: "The caller, and the caller's rights." })
export class ViewerModel {
  @Field(() => ActorModel, { description: 'The API key or person.' })
  actor: ActorModel;

  @Field(() => [ApiKeyRoleEnum], { description: 'Roles of the caller; empty for a key with only scopes.' })
  roles: ApiKeyRole[];

  @Field(() => [String], { description: 'All scopes of the caller, in alphabetical order.' })
  scopes: string[];

  @Field(() => Date, {
    nullable: true,
    description: 'When the dashboard session ends unless used again; null without a session.',
  })
  sessionEndsAt: Date | null;
}
