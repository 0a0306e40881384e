import { DefaultNamingStrategy } from 'typeorm';

/**
 * Columns in snake_case, tables as named on the entity. Constraint and index names are written in the migrations;
 * entities have no relations, so nothing else is ever named here.
 */
export class SnakeCaseNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, embeddedPrefixes: string[]): string {
    return [...embeddedPrefixes, customName ?? propertyName].map(toSnakeCase).join('_');
  }
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
