import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { parseUuid } from '../../../common/ids.js';
import { badUserInput } from '../errors/bad-user-input.js';

/** Validates an id argument and converts it to lower case; null if it is absent. For ids within inputs use `Id`. */
export class ParseId implements PipeTransform<string | null | undefined, string | null> {
  static readonly about = 'a UUID';

  /** @throws GraphQLError BAD_USER_INPUT naming the argument */
  transform(text: string | null | undefined, { data }: ArgumentMetadata): string | null {
    if (text === null || text === undefined) return null;
    const id = parseUuid(text);
    if (id === null) throw badUserInput('must be a UUID', data === undefined ? [] : [data]);
    return id;
  }
}
