import { stringLiteral } from './safe-text.ts';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

export interface MemberNames {
  /** A placeholder for a name while the types are generated. */
  codeOf(name: string): string;
  /** Code of types with the names in place of their codes. */
  restore(code: string): string;
}

/**
 * Keeps the names of members away from the generator, which knows names that mean something else, such
 * as `__proto__` and `[k: string]`. `nonce` is unpredictable, so that no text can contain a code.
 */
export function createMemberNames(nonce: string): MemberNames {
  const codes = new Map<string, string>();
  const names: string[] = [];
  const pattern = new RegExp(`name${nonce}x(\\d+)x`, 'g');
  return {
    codeOf(name) {
      const known = codes.get(name);
      if (known !== undefined) return known;
      const code = `name${nonce}x${names.length}x`;
      codes.set(name, code);
      names.push(name);
      return code;
    },
    restore: (code) =>
      code.replaceAll(pattern, (_, index: string) => {
        const name = names[Number(index)] ?? '';
        return IDENTIFIER.test(name) ? name : stringLiteral(name);
      }),
  };
}
