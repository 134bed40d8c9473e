/** The applications that several scenarios use. */

export const web = { name: 'Briefs Web', description: 'The reading site for subscribers' };
export const mobile = { name: 'Briefs Mobile', description: 'The app for phones and tablets' };
