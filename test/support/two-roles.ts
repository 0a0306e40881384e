import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from './test-database.js';

/** A database with two roles, as operators should set it up: one owns the database, and the other uses it. */
export class TwoRoles {
  static async create(): Promise<TwoRoles> {
    const database = await createTestDatabase({ isEmpty: true });
    const suffix = randomBytes(6).toString('hex');
    const roles = { owner: `owner_${suffix}`, application: `application_${suffix}` };
    for (const role of Object.values(roles)) await database.query(`CREATE ROLE ${role} LOGIN PASSWORD '${suffix}'`);
    const name = new URL(database.url).pathname.slice(1);
    await database.query(`ALTER DATABASE ${name} OWNER TO ${roles.owner}`);
    return new TwoRoles(database, roles, suffix);
  }

  readonly ownerUrl: string;
  readonly applicationUrl: string;

  private constructor(
    readonly database: TestDatabase,
    private readonly roles: { readonly owner: string; readonly application: string },
    password: string,
  ) {
    const urlOf = (role: string): string => {
      const url = new URL(database.url);
      url.username = role;
      url.password = password;
      return url.href;
    };
    this.ownerUrl = urlOf(roles.owner);
    this.applicationUrl = urlOf(roles.application);
  }

  async drop(): Promise<void> {
    const { owner, application } = this.roles;
    await this.database.query(`DROP OWNED BY ${owner}, ${application} CASCADE`);
    await this.database.query(`ALTER DATABASE ${new URL(this.database.url).pathname.slice(1)} OWNER TO CURRENT_USER`);
    await this.database.query(`DROP ROLE ${owner}, ${application}`);
    await this.database.drop();
  }
}
