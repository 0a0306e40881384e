import { parseUuid } from '../../../common/ids.js';
import { type CheckedRule, ruleDecorator } from './field-rule.js';

const NO_UUID = 'must be a UUID';

const toUuid = (id: string): string => parseUuid(id) ?? id;

const ID: CheckedRule<string> = {
  name: 'id',
  about: 'a UUID',
  findProblem: (id) => (parseUuid(id) === null ? NO_UUID : null),
  canonical: toUuid,
};

const findEntry = (ids: readonly string[]): number => ids.findIndex((id) => parseUuid(id) === null);

const IDS: CheckedRule<readonly string[]> = {
  name: 'ids',
  about: 'UUIDs',
  findProblem: (ids) => (findEntry(ids) < 0 ? null : NO_UUID),
  findEntry,
  canonical: (ids) => ids.map(toUuid),
};

/** A field with an id, which is converted to lower case. Anything else is BAD_USER_INPUT. */
export const Id = (): PropertyDecorator => ruleDecorator(ID);

/**
 * A field with a list of ids, which are converted to lower case. Anything else is BAD_USER_INPUT and names the entry.
 */
export const Ids = (): PropertyDecorator => ruleDecorator(IDS);
