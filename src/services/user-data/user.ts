import { defineResource } from '../../protocol/resource.js';
import { refusal } from '../../state/errors.js';

export const userRoutes = defineResource({
  path: '/user-data/v1/user',
  table: 'user',
  noun: 'user',
  decisions: ['D1', 'D4', 'D5', 'D33', 'D36', 'X19', 'X24'],
  columns: ['sf_id', 'fname', 'lname', 'email', 'client_id', 'user_type'],
  orOne: true,
  beforeWrite: (values, { tables, behavior }, previous) => {
    const { fname } = values;
    const namesakes = behavior.uniqueFirstName && fname ? tables.user.list({ fname }) : [];
    if (namesakes.some(({ id }) => id !== previous?.id)) {
      const message = `fname ${JSON.stringify(fname)} is already taken by another user`;
      throw refusal('conflict', [{ path: 'fname', message }]);
    }
    return values;
  },
});
