import type { Desk } from './story.js';

export const policy: Desk = {
  words: {
    sector:
      'parcel delivery, ticket resale, private car parks, online pharmacies, house removals, driving schools, ' +
      'funeral services, student housing, hearing aids',
    firm:
      'Halden Group, Tessaro, Kronberg Freight, Telvia, Nordhaven Bank, Marlowe Foods, Bluefin Data, Estgas, Aerolane, ' +
      'Castellan Group',
  },
  outlets: 'The Gazette Room, Lawmakers’ Digest, Policy & Practice, Public Purse, Regulator Watch, The Committee',
  stories: [
    {
      category: 'Consultations',
      title:
        '{country} opens consultation on {what:rules for short lets|drone flights over towns|night trains|repair of household goods|rented e-scooters}',
      lead: 'Comments are welcome for {n:six|eight|ten} weeks; a bill is to follow in the {when:autumn|winter}.',
      more: [
        'The draft leaves local councils to decide on limits.',
        'A <a href="https://consultation.example/papers">summary in plain language</a> has four pages.',
      ],
    },
    {
      category: 'Competition',
      title: 'Watchdog opens inquiry into {sector}',
      lead: 'Prices have risen by {pct:14-38}% in three years although costs have not, the authority says.',
      more: [
        'Companies have until the end of {nextmonth} to answer <b>{n:24-61} questions</b>.',
        'It could end with binding rules or with nothing at all.',
      ],
    },
    {
      category: 'Procurement',
      title:
        '{country} to buy {what:ambulances|school laptops|fire engines|electric buses|office chairs} jointly with its neighbours',
      lead: 'The order covers {n:400-2900/100} units and is expected to lower the price by about {pct:8-21}%.',
      more: ['Smaller suppliers may bid for single lots.', 'Deliveries start in {year+1}.'],
    },
    {
      category: 'Labour law',
      title:
        '{country} {d:tightens/may no longer be renewed more than twice|relaxes/may be renewed up to four times} rules on {what:fixed-term|seasonal|agency} contracts',
      lead: 'Such contracts {d.1}; the change concerns {n:60-410/10},000 employees.',
      more: [
        'Both employers and unions helped to write the text.',
        'It takes effect on the first of {month:July|September|October}.',
      ],
    },
    {
      category: 'Packaging',
      title: 'Deposit on {what:glass jars|drink cartons|takeaway cups|wine bottles} planned in {country}',
      lead: 'Customers would pay <b>{ct:10-30/5} cents</b> and get them back at any larger shop.',
      more: [
        'Breweries offer the use of their own crates and lorries.',
        'Environment minister {person} hopes for a return rate of {pct:78-94}%.',
      ],
    },
    {
      category: 'Courts',
      title:
        'Court {d:clears/dismissed/had informed customers in time/of misleading|orders/upheld/had hidden a fee in small print/to repay} {firm} {d.3} {n:20-340/10},000 customers',
      lead: 'Judges {d.1} the complaint of a consumer group: the company {d.2}.',
      more: ['The ruling can be appealed within a month.', 'Similar cases are pending in {k:3-9} countries.'],
    },
    {
      category: 'Trade',
      title: '{country} drops duty on {what:heat pumps|solar glass|bicycles|hearing aids|medical gloves}',
      lead: 'The duty of {pct:3.5-11.5/0.5}% brought in little and slowed orders, the finance ministry says.',
      more: [
        'Importers expect prices to come down by the summer.',
        'Two domestic makers receive help to <em>modernise</em>.',
      ],
    },
    {
      category: 'Wages',
      title: 'Minimum wage in {country} to rise {pct:2.4-6.8}% in {month:July|October|January}',
      lead: 'The independent commission was unanimous; about {n:90-880/10},000 people will earn more.',
      more: ['Hairdressers and hotels are affected most.', 'Economists see <b>hardly any</b> effect on employment.'],
    },
    {
      category: 'Artificial intelligence',
      title: 'Public bodies in {country} must list the algorithms they use',
      lead: 'The register opens with {n:70-320/10} entries, from parking checks to benefit claims.',
      more: [
        'Citizens can ask for a decision to be <em>checked by a person</em>.',
        'A data protection officer must sign each entry.',
      ],
    },
    {
      category: 'Audit',
      title:
        'Auditors fault {country} for {what:half-empty warehouses of masks|unused software licences|dear consultants|late road repairs|idle ministry cars}',
      lead: 'The bill came to €{m:14-190}m over four years, the court of audit writes.',
      more: ['The ministry accepts {n:9-14} of fifteen recommendations.', 'Parliament debates the report on Thursday.'],
    },
    {
      category: 'Elections',
      title:
        '{country} to {what:vote by post without giving a reason|lower the voting age to sixteen in local polls|count ballots centrally|shorten election campaigns}',
      lead: 'Parliament passed the bill on {workday} by {n:91-128} votes to {k:48-86}.',
      more: [
        'It applies for the first time in {year+1}.',
        'Town clerks ask for more <a href="https://elections.example/staffing">staff</a>.',
      ],
    },
    {
      category: 'Climate',
      title:
        '{country} {d:ahead of/more/wind power and milder winters|behind/less/traffic and old boilers} its climate plan, advisers say',
      lead: 'Emissions fell by {pct:2.1-5.9}% last year, {d.1} than planned, mainly because of {d.2}.',
      more: ['Buildings remain the <b>hardest part</b>.', 'The government has to respond within three months.'],
    },
    {
      category: 'Privacy',
      title:
        'Data watchdog fines {firm} €{m:1.2-18.5}m over {what:customer calls kept too long|cameras in staff rooms|a leaky app|missing consent}',
      lead: 'Records of {n:30-640/10},000 people were affected; the company has changed its practice.',
      // plain-english-ignore: the text of an article.
      more: ['It cooperated, which lowered the fine by a third.', 'Those affected have been told by letter.'],
    },
    {
      category: 'Standards',
      title:
        'Common {what:charger for power tools|label for repairable shoes|format for invoices|plug for garden lamps} agreed, {country} abstains',
      lead: 'Makers have until {year+3} to change over; products already on sale may stay.',
      more: [
        'Consumer groups expect savings of {e:12-45} euros a year per household.',
        'The talks had lasted {n:3-8} years.',
      ],
    },
    {
      category: 'Housing',
      title:
        'Rent cap in {town} {d:upheld/may stay in force for five more years/has not fallen|struck down/lapses at the end of the quarter/had fallen} by constitutional court',
      lead: 'The rule {d.1}; building of new flats {d.2}, a study for the court found.',
      more: [
        'Landlords and tenants both claimed to have been <em>proved right</em>.',
        'About {n:18-120},000 flats are concerned.',
      ],
    },
    {
      category: 'Tax',
      title: '{country} simplifies tax return for {n:1.2-6.8} million {who:pensioners|employees|sole traders}',
      lead: 'A filled-in form arrives in {nextmonth}; who agrees need do <em>nothing</em>.',
      more: [
        'Tax advisers expect to lose a tenth of their clients.',
        'The revenue service retrains {k:240-900/10} of its staff.',
      ],
    },
    {
      category: 'Defence',
      title: 'Army to reopen {what:barracks|a supply depot|a training ground|an airfield} near {town}',
      lead: 'The site had been closed for {y:14-31} years; {n:300-1800/100} soldiers move in from {year+1}.',
      more: [
        'Local firms hope for orders.',
        'A nature reserve on part of the land stays untouched, the ministry promises.',
      ],
    },
    {
      category: 'Statistics',
      title: 'Census shows {country} {d:older/more|younger/fewer} than thought',
      lead: 'The average age is {a:40.1-43.9} years, and there are {n:60-480/10},000 people {d.1} than estimated.',
      more: [
        'Towns near the capital grew most.',
        // plain-english-ignore: the text of an article.
        'Seats in parliament will be shared out anew.',
        'Full <a href="https://census.example/tables">tables</a> follow in {nextmonth}.',
      ],
    },
  ],
};
