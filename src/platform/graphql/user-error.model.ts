import type { Type } from '@nestjs/common';
import { Field, InterfaceType, ObjectType } from '@nestjs/graphql';
import type { Refusal } from '../../common/refusal.js';
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

/** Whether a payload repeats the answer to an earlier request with its idempotency key. */
export const IsRepeat = (): PropertyDecorator =>
  Field(() => Boolean, {
    description:
      'Whether the same request was made before. The payload is then what it would be now for the first one: its object as it is, and the errors of its outcome.',
  });

/** A refusal as a mutation answers it. */
export interface UserErrorWith<Code extends string> extends UserError {
  code: Code;
}

interface Refusals<Code extends string> {
  /** The text of the codes together. */
  readonly description: string;
  /** One sentence about each code. */
  readonly values: Readonly<Record<Code, string>>;
  /** The description of `userErrors` where it says more than that they are empty on success. */
  readonly listed?: string;
}

/**
 * The payload of a mutation but for what it answers on success: its user errors, `CreateOrderUserError`, with the enum
 * of their codes, `CreateOrderErrorCode`.
 *
 * @param mutation its name with a capital letter
 * @param base an abstract type with the fields that its errors have beside
 */
export function mutationPayload<Code extends string, Base extends UserError = UserError>(
  mutation: string,
  { description, values, listed = 'Problems with the request; empty on success.' }: Refusals<Code>,
  base: abstract new () => Base = UserError as abstract new () => Base,
): Type<{ userErrors: (Base & UserErrorWith<Code>)[] }> {
  const codes: object = describedEnum<Code>({ name: `${mutation}ErrorCode`, description, values });
  const name = mutation.replace(/^./, (letter) => letter.toLowerCase());

  @ObjectType(`${mutation}UserError`, { implements: () => [UserError], description: `Why ${name} was refused.` })
  class MutationUserError extends (base as unknown as Type<UserError>) {
    @Field(() => codes, { description: 'The reason as a word for programs.' })
    code: Code;
  }

  @ObjectType({ isAbstract: true })
  class MutationPayload {
    @Field(() => [MutationUserError], { description: listed })
    userErrors: (Base & UserErrorWith<Code>)[];
  }
  return MutationPayload;
}

/**
 * The refusal of a service, as a mutation answers it.
 *
 * @param blamed the field of the input to blame where a refusal names none, for all codes or by code; without one no
 * single field is
 */
export function toUserErrors<Refused extends Refusal<string>>(
  refused: Refused | readonly Refused[] | null,
  blamed?: string | Readonly<Partial<Record<Refused['code'], string>>>,
): (Omit<Refused, 'field'> & Pick<UserError, 'field'>)[] {
  const refusals = refused === null ? [] : 'code' in refused ? [refused] : refused;
  return refusals.map((refusal) => {
    const elsewhere = typeof blamed === 'string' ? blamed : (blamed?.[refusal.code as Refused['code']] ?? null);
    const { field = elsewhere } = refusal;
    return { ...refusal, field: field === null ? null : ['input', ...(typeof field === 'string' ? [field] : field)] };
  });
}
