import type { Desk } from './story.js';

export const technology: Desk = {
  words: {
    fab: 'Ostara Chips, Silicore, Nordwafer, Baltic Micro, Trivolt, Lumisil, Ardent Devices, Cantor Micro',
    tech:
      'Parallax AI, Nimbus Forge, Quantaloop, Sable Security, Hexwave, Tarn Robotics, Bluefin Data, Vellum Labs, ' +
      'Oriel Systems, Kitewire, Lumen & Lark, Northbyte',
    telecom: 'Telvia, Skandacom, Ondaline, Polymobil, Hallmark Mobile, Cirrus Telecom, Rheinfunk, Avantel, Fonseca',
    agency:
      'tax office, land registry, pension agency, vehicle office, job centre, customs service, weather service, ' +
      'student loans office, court service',
  },
  outlets: 'Signal & Noise, The Compiler, Cloud Gazette, Chip Observer, Open Port, Byte Daily',
  stories: [
    {
      category: 'Data centres',
      title: '{tech} plans {mw:20-110/5}-megawatt data centre in {town}',
      lead: 'Waste heat is to warm <b>{homes=mw*180} homes</b>; the city council votes on the site in {nextmonth}.',
      more: [
        'The grid operator can supply the full load from {year+2} at the earliest.',
        'Cooling will use no drinking water, the company promises.',
      ],
    },
    {
      category: 'Funding',
      title:
        '{tech} raises €{m:12-95}m to {what:inspect bridges with drones|sort laundry by robot|translate court files|find faults in wind turbines|plan hospital rotas}',
      lead: 'The round was led by {fund:Stonegate Partners|Harbinger Growth|Longitude Partners}; the firm employs {n:45-190} people.',
      more: ['Sales doubled last year from a small base.', 'Founder {person} plans offices in {town} and {town2}.'],
    },
    {
      category: 'Outages',
      title: '{telecom} network down for {n:2-7} hours in {region}',
      lead: 'A {cause:faulty update|severed cable|misconfigured router|failed cooling unit} cut off about {k:90-480/10},000 customers; emergency calls went through other networks.',
      more: [
        'The company will credit <em>one day’s fee</em> without being asked.',
        'The regulator wants a written account within a fortnight.',
      ],
    },
    {
      category: 'Security',
      title:
        '{tech} warns of flaw in {what:office printers|door locks|heating controllers|video conference units|baby monitors}',
      lead: 'Attackers on the same network could take over a device within seconds; an <a href="https://advisories.example/latest">update</a> is available.',
      more: [
        'About {n:120-900/10},000 devices are reachable from the internet.',
        'There is no sign so far that the flaw has been used.',
      ],
    },
    {
      category: 'Chips',
      title:
        '{fab} {d:starts/Customers from the car industry have booked nine tenths of the output|puts off/Orders from the car industry have come in lower than planned|doubles/Customers in medical technology are waiting up to a year} chip production in {town}',
      lead: '{d.1}, the company said on {workday}.',
      more: [
        'The plant received {m:90-620/10} million euros in public money.',
        'It makes power semiconductors on <b>eight-inch</b> wafers.',
      ],
    },
    {
      category: 'Artificial intelligence',
      title: 'Hospitals in {region} drop AI note-taker by {tech}',
      lead: 'Doctors spent {n:6-14} minutes a day correcting the notes, longer than typing them had taken.',
      more: [
        'The supplier says a later version halves the error rate.',
        'A second product is on trial in {k:3-9} clinics.',
      ],
    },
    {
      category: 'Quantum',
      title: '{tech} links two quantum computers across {town}',
      lead: 'Entangled photons travelled through {km:12-46} kilometres of ordinary fibre next to normal traffic.',
      more: [
        'The link held for {n:11-40} minutes at a time.',
        'Practical use is <em>years away</em>, researchers say.',
      ],
    },
    {
      category: 'Telecoms',
      title: '{telecom} to switch off its {net:2G|3G} network by {year+2}',
      lead: 'Lifts, alarm systems and <b>{n:60-480/10},000 meters</b> still depend on it and have to be refitted.',
      more: [
        'Frequencies will be reused for faster connections in the countryside.',
        'Lift makers ask for one more year.',
      ],
    },
    {
      category: 'Robotics',
      title:
        'Robots by {tech} to {what:pick apples|clean solar panels|stack shelves|check railway sleepers|unload parcels} in {country}',
      lead: 'Each machine does the work of about {n:3-6} people and is rented by the hour.',
      more: ['Operators are trained in two days.', 'A first fleet of {k:20-90} units starts work this spring.'],
    },
    {
      category: 'Open source',
      title: '{town} moves {n:4-17},000 desks to free office software',
      lead: 'The city expects to save €{m:1.2-6.8}m a year in licences and spends half of that on support from local firms.',
      more: [
        'Macros in the <em>treasury</em> took longest to convert.',
        'Three neighbouring councils share the help desk.',
      ],
    },
    {
      category: 'Public services',
      title:
        'The {agency} replaces forms with {how:a chat window|pre-filled pages|a single sign-on|video appointments}',
      lead: 'In a trial, {pct:61-88}% of cases were settled at the first attempt, compared with {cmp:38-54}% before.',
      more: [
        'Paper remains available for those who want it.',
        'The code is published under an <a href="https://code.example/forms">open licence</a>.',
      ],
    },
    {
      category: 'Space',
      title: 'Satellite built in {town} to watch {what:forest fires|methane leaks|shipping lanes|coastal erosion}',
      lead: 'The {kg:90-480/10}-kilogram craft passed its vacuum test and flies in the autumn.',
      more: [
        'Images will reach the ground station within {n:15-40} minutes.',
        'Universities contributed two of the four instruments.',
      ],
    },
    {
      category: 'Jobs',
      title:
        '{tech} to {d:cut/Support and sales are affected; engineering is not|create/Most of the posts are in engineering and support} {n:80-640/10} jobs in {country}',
      lead: '{d.1}, according to a memo that staff received on {workday}.',
      more: [
        'The company employs {k:1100-6800/100} people worldwide.',
        'Talks with the works council start next week.',
      ],
    },
    {
      category: 'Schools',
      title:
        'Schools in {region} {d:lock phones away/Marks in mathematics have improved slightly, and playgrounds are louder|lend out tablets/Marks have hardly changed, but homework is handed in more often} for a second year',
      lead: '{d.1}, an evaluation of {n:24-90} schools found.',
      more: ['Parents were in favour by three to one.', 'The final report follows after the <b>summer holidays</b>.'],
    },
    {
      category: 'Deals',
      title: '{tech} buys {tech2} for €{m:60-420/10}m',
      lead: 'Both serve {what:warehouses|hospitals|municipal utilities|insurers} &amp; share many customers.',
      more: [
        'Both brands remain for the time being.',
        'Chief executive {person} will lead the combined business from {town}.',
      ],
    },
    {
      category: 'Identity',
      title: 'Digital driving licence comes to {country}',
      lead: 'It works without a connection and shows only what is asked for, such as <em>over eighteen</em>.',
      more: ['In the first week {n:60-520/10},000 people downloaded it.', 'The plastic card remains valid abroad.'],
    },
    {
      category: 'Translation',
      title: '{tech} releases speech model for {language:Basque|Frisian|Sami|Welsh|Ladin|Kashubian|Breton}',
      lead: 'Volunteers read aloud for {n:900-4200/100} hours; broadcasters supplied the rest.',
      more: [
        'The data may be used by anyone, the <a href="https://speech.example/data">model</a> by schools.',
        'Errors are down to {pct:4-9}% of words.',
      ],
    },
    {
      category: 'Fraud',
      title: '{telecom} blocks {n:2-9} million scam calls a month',
      lead: 'Calls that pretend to come from a domestic number are now stopped at the border of the network.',
      more: [
        'Reported losses have fallen by <b>{pct:22-54}%</b>.',
        'Criminals turn to messengers instead, police warn.',
      ],
    },
  ],
};
