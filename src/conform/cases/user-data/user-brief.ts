import type { Case } from '../../case.js';

export const userBriefCases: readonly Case[] = [
  {
    id: 'user-data/user-brief/caller',
    title: 'X-REQUEST-FROM may have any value',
    ids: ['D23'],
    switch: 'requestFrom',
    steps: async ({ userData, name, email, behavior: { requestFrom }, callers, observe }) => {
      const isAccepted = async (caller: string) => {
        const { status } = await userData.get(`/user-brief/filter?email=${email()}`, {
          headers: { 'x-request-from': caller },
          expect: { status: [200, 403] },
        });
        return status === 200;
      };
      const isOpen = await isAccepted(name('caller'));
      const accepted: string[] = [];
      for (const caller of isOpen ? [] : new Set([...(requestFrom ?? []), ...callers])) {
        if (await isAccepted(caller)) accepted.push(caller);
      }
      observe(isOpen ? null : accepted);
    },
  },
];
