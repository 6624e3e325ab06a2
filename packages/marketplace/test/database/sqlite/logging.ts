import type { Connection } from '../../../src/database/sqlite/connection.ts';

/** The same connection, which logs each run of a prepared statement. */
export function logging(connection: Connection, log: string[]): Connection {
  return new Proxy(connection, {
    get(target, name) {
      if (name !== 'prepare') {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return (sql: string) => {
        const statement = target.prepare(sql);
        return {
          run: () => {
            log.push(sql);
            return statement.run();
          },
        };
      };
    },
  });
}
