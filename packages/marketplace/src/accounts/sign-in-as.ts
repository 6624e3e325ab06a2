import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type { BetterAuthPlugin } from 'better-auth';

/** Starts a session for a person. It has no path: only the server's own code can call it. */
const startSession = createAuthEndpoint.serverOnly(
  {
    method: 'POST',
    requireHeaders: true,
    metadata: { $Infer: { body: {} as { userId: string } } },
  },
  async (ctx) => {
    const { userId } = ctx.body;
    const user = await ctx.context.internalAdapter.findUserById(userId);
    if (!user) throw new Error('There is no person with this id.');
    const session = await ctx.context.internalAdapter.createSession(user.id);
    await setSessionCookie(ctx, { session, user });
    return ctx.json({ user });
  },
);

export const signInAs = {
  id: 'sign-in-as',
  endpoints: { startSession },
} satisfies BetterAuthPlugin;
