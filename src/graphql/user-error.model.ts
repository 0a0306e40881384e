import type { Type } from '@nestjs/common';
import { Field, InterfaceType, ObjectType } from '@nestjs/graphql';
import { describedEnum } from './described-enum.js';

/**
 * An expected refusal, returned as data beside the payload's object. Each mutation implements it with a type of its
 * own that adds `code`, an enum of exactly the refusals that mutation knows.
 */
@InterfaceType('UserError', { description: 'A reason why a mutation was refused, for people and for forms.' })
export abstract class UserError {
  @Field(() => String, { description: 'The problem and its remedy, in one sentence.' })
  message: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Path of the input field to blame, such as ["input", "amount"]; null when no single field is.',
  })
  field: string[] | null;
}

/** A refusal as a mutation answers it. */
export interface UserErrorWith<Code extends string> extends UserError {
  code: Code;
}

/**
 * The type of a mutation's user errors, with the enum of their codes: `CreateOrderUserError` and
 * `CreateOrderErrorCode`.
 *
 * @param mutation its name with a capital letter
 * @param about what the codes tell together, and one sentence about each
 * @param base an abstract type with the fields that its errors have beside
 */
export function userErrorType<Code extends string, Base extends UserError = UserError>(
  mutation: string,
  about: { readonly description: string; readonly values: Readonly<Record<Code, string>> },
  base: abstract new () => Base = UserError as abstract new () => Base,
): Type<Base & UserErrorWith<Code>> {
  const codes: object = describedEnum<Code>({ name: `${mutation}ErrorCode`, ...about });
  const name = mutation.replace(/^./, (letter) => letter.toLowerCase());

  @ObjectType(`${mutation}UserError`, { implements: () => [UserError], description: `Why ${name} was refused.` })
  class MutationUserError extends (base as unknown as Type<UserError>) {
    @Field(() => codes, { description: 'The reason as a word for programs.' })
    code: Code;
  }
  return MutationUserError as Type<Base & UserErrorWith<Code>>;
}
